import { expect, test, vi } from 'vitest';
import type { UploadJob } from '#app/documents/queries.ts';
import { createTicking, type Goal } from './ticking.ts';

const w2: Goal = { userId: 'u1', year: 2026, item: 'w-2' };
const idCard: Goal = { ...w2, item: 'photo-id' };
const file = (name: string) => new File(['x'], name);

/** A queue in which a test says what becomes of each file. */
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
  const attach = vi.fn(async (goal: Goal, path: string) => {
    if (path.includes('refused')) throw new Error('The office has confirmed this already');
    attached.push(`${goal.item} ${path}`);
  });
  const ticking = createTicking({ queue, attach, onFailure: (error) => failures.push(error) });
  return { ticking, queue, change, attached, failures, jobs: () => jobs };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test('a file is ticked when it is stored, under the name that it was given there', async () => {
  const { ticking, change, attached, jobs } = setUp();
  ticking.send(w2, [file('scan.pdf')]);
  ticking.send(idCard, [file('card.jpg')]);
  const [scan, card] = jobs();
  expect(scan && ticking.isFor(scan, w2)).toBe(true);
  expect(card && ticking.isFor(card, w2)).toBe(false);
  change(1, { status: 'sending' });
  await settled();
  expect(attached).toEqual([]);
  change(1, { status: 'done', name: 'scan (1).pdf' });
  change(2, { status: 'done' });
  await settled();
  expect(attached).toEqual(['w-2 2026/scan (1).pdf', 'photo-id 2026/card.jpg']);
});

test('what is in the folder already is ticked, and not sent', async () => {
  const { ticking, change, attached, jobs } = setUp();
  ticking.send(w2, [file('again.pdf')]);
  change(1, { status: 'duplicate', duplicate: { name: 'W-2.pdf', isChosen: false } });
  await settled();
  expect(attached).toEqual(['w-2 2026/W-2.pdf']);
  expect(jobs()[0]?.status).toBe('cancelled');
});

test('a duplicate among the chosen ones is the person’s question, and ticked when it is sent all the same', async () => {
  const { ticking, change, attached } = setUp();
  ticking.send(w2, [file('a.pdf'), file('b.pdf')]);
  change(2, { status: 'duplicate', duplicate: { name: 'a.pdf', isChosen: true } });
  await settled();
  expect(attached).toEqual([]);
  change(2, { status: 'done', duplicate: null });
  await settled();
  expect(attached).toEqual(['w-2 2026/b.pdf']);
});

test('what is cancelled is forgotten; other uploads are nobody’s', async () => {
  const { ticking, queue, change, attached, jobs } = setUp();
  ticking.send(w2, [file('a.pdf')]);
  queue.add({ ownerId: 'u1', forWhom: null, folder: '' }, [file('elsewhere.pdf')]);
  change(1, { status: 'cancelled' });
  change(1, { status: 'done' });
  change(2, { status: 'done' });
  await settled();
  expect(attached).toEqual([]);
  expect(jobs().some((job) => ticking.isFor(job, w2))).toBe(false);
});

test('a refusal is told, and stops none of those that follow', async () => {
  const { ticking, change, attached, failures } = setUp();
  ticking.send(w2, [file('refused.pdf'), file('b.pdf')]);
  change(1, { status: 'done' });
  change(2, { status: 'done' });
  await settled();
  expect(failures).toHaveLength(1);
  expect(attached).toEqual(['w-2 2026/b.pdf']);
});
