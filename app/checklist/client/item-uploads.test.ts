import { expect, test, vi } from 'vitest';
import type { UploadJob } from '#app/documents/queries.ts';
import { english } from '#domain/language/english.ts';
import { attachDocument, type ItemRef, notifyAttachFailure } from './answers.ts';
import { createItemUploads } from './item-uploads.ts';

vi.mock('./answers.ts', () => ({ attachDocument: vi.fn(), notifyAttachFailure: vi.fn() }));

const w2: ItemRef = { userId: 'u1', year: 2026, item: 'w-2' };
const idCard: ItemRef = { ...w2, item: 'photo-id', title: 'Photo ID' };
const file = (name: string) => new File(['x'], name);

/** A queue whose jobs a test moves from status to status. */
function setUp() {
  let jobs: UploadJob[] = [];
  const listeners: (() => void)[] = [];
  const attached: string[] = [];
  const failures: unknown[] = [];
  const change = (id: number, values: Partial<UploadJob>) => {
    jobs = jobs.map((job) => (job.id === id ? { ...job, ...values } : job));
    for (const listener of listeners) listener();
  };
  const queue = {
    read: () => jobs,
    subscribe: (listener: () => void) => {
      listeners.push(listener);
      return () => {};
    },
    add: (target: UploadJob['target'], files: Iterable<File | { file: File }>) => {
      for (const one of files) {
        const { name } = one instanceof File ? one : one.file;
        const job = { id: jobs.length + 1, target, name, status: 'waiting', duplicate: null };
        jobs = [...jobs, job as UploadJob];
      }
      for (const listener of listeners) listener();
    },
    cancel: (id: number) => change(id, { status: 'cancelled' }),
  };
  vi.mocked(attachDocument).mockImplementation(async (item, path) => {
    if (path.includes('refused')) throw new Error('Our office has already confirmed this');
    attached.push(`${item.item} ${path}`);
  });
  vi.mocked(notifyAttachFailure).mockImplementation((error) => void failures.push(error));
  const itemUploads = createItemUploads(queue);
  return { itemUploads, queue, change, attached, failures, jobs: () => jobs };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test('attaches a file when it is stored, by its stored name', async () => {
  const { itemUploads, change, attached, jobs } = setUp();
  itemUploads.send(w2, [file('scan.pdf')], english);
  itemUploads.send(idCard, [file('card.jpg')], english);
  const [scan, card] = jobs();
  expect(scan && itemUploads.isFor(scan, w2)).toBe(true);
  expect(card && itemUploads.isFor(card, w2)).toBe(false);
  expect(card?.target.askedFor).toBe('Photo ID');
  change(1, { status: 'sending' });
  await settled();
  expect(attached).toEqual([]);
  change(1, { status: 'done', name: 'scan (1).pdf' });
  change(2, { status: 'done' });
  await settled();
  expect(attached).toEqual(['w-2 2026/scan (1).pdf', 'photo-id 2026/card.jpg']);
});

test('attaches the stored file instead of uploading a duplicate', async () => {
  const { itemUploads, change, attached, jobs } = setUp();
  itemUploads.send(w2, [file('again.pdf')], english);
  change(1, { status: 'duplicate', duplicate: { name: 'W-2.pdf', isChosen: false } });
  await settled();
  expect(attached).toEqual(['w-2 2026/W-2.pdf']);
  expect(jobs()[0]?.status).toBe('cancelled');
});

test('leaves a duplicate among the chosen files to the person, and attaches it when it is uploaded anyway', async () => {
  const { itemUploads, change, attached } = setUp();
  itemUploads.send(w2, [file('a.pdf'), file('b.pdf')], english);
  change(2, { status: 'duplicate', duplicate: { name: 'a.pdf', isChosen: true } });
  await settled();
  expect(attached).toEqual([]);
  change(2, { status: 'done', duplicate: null });
  await settled();
  expect(attached).toEqual(['w-2 2026/b.pdf']);
});

test('forgets canceled uploads, and ignores uploads that it did not start', async () => {
  const { itemUploads, queue, change, attached, jobs } = setUp();
  itemUploads.send(w2, [file('a.pdf')], english);
  queue.add({ ownerId: 'u1', clientName: null, folder: '' }, [file('elsewhere.pdf')]);
  change(1, { status: 'cancelled' });
  change(1, { status: 'done' });
  change(2, { status: 'done' });
  await settled();
  expect(attached).toEqual([]);
  expect(jobs().some((job) => itemUploads.isFor(job, w2))).toBe(false);
});

test('reports a failure and goes on with the next file', async () => {
  const { itemUploads, change, attached, failures } = setUp();
  itemUploads.send(w2, [file('refused.pdf'), file('b.pdf')], english);
  change(1, { status: 'done' });
  change(2, { status: 'done' });
  await settled();
  expect(failures).toHaveLength(1);
  expect(attached).toEqual(['w-2 2026/b.pdf']);
});
