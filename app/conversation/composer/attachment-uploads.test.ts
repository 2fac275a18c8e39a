import { expect, test } from 'vitest';
import type { UploadJob } from '#app/documents/queries.ts';
import { createAttachmentUploads, type UploadPlace } from './attachment-uploads.ts';

const place: UploadPlace = { key: 'message.1', clientId: 'c1', clientName: null, year: 2026 };
const other: UploadPlace = { ...place, key: 'answer.2' };
const file = (name: string) => new File(['x'], name);

/** A queue whose jobs a test moves from status to status. */
function setUp() {
  let jobs: UploadJob[] = [];
  const listeners: (() => void)[] = [];
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
    },
    cancel: (id: number) => change(id, { status: 'cancelled' }),
  };
  const attached: string[] = [];
  return {
    uploads: createAttachmentUploads(queue),
    change,
    attached,
    attach: (path: string) => void attached.push(path),
    jobs: () => jobs,
  };
}

test('attaches each stored file to the message that it was chosen for, by its stored name', () => {
  const { uploads, change, attached, attach, jobs } = setUp();
  uploads.onStored(place.key, attach);
  uploads.send(place, [file('scan.pdf')]);
  uploads.send(other, [file('card.jpg')]);
  const [scan, card] = jobs();
  expect(scan && uploads.isFor(scan, place)).toBe(true);
  expect(card && uploads.isFor(card, place)).toBe(false);
  change(1, { status: 'done', name: 'scan (1).pdf' });
  change(2, { status: 'done' });
  expect(attached).toEqual(['2026/scan (1).pdf']);
  expect(jobs()[0]?.target).toEqual({ ownerId: 'c1', clientName: null, folder: '2026' });
});

test('attaches what was stored while the page was closed, once', () => {
  const { uploads, change, attached, attach } = setUp();
  const end = uploads.onStored(place.key, attach);
  uploads.send(place, [file('scan.pdf')]);
  end();
  change(1, { status: 'done' });
  expect(attached).toEqual([]);
  uploads.onStored(place.key, attach)();
  uploads.onStored(place.key, attach);
  expect(attached).toEqual(['2026/scan.pdf']);
});

test('attaches the stored file in place of a duplicate, and nothing for a canceled upload', () => {
  const { uploads, change, attached, attach, jobs } = setUp();
  uploads.onStored(place.key, attach);
  uploads.send(place, [file('a.pdf'), file('b.pdf')]);
  change(1, { status: 'duplicate', duplicate: { name: 'stored.pdf', isChosen: false } });
  change(2, { status: 'cancelled' });
  expect(attached).toEqual(['2026/stored.pdf']);
  expect(jobs().map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  expect(jobs().some((job) => uploads.isFor(job, place))).toBe(false);
});

test('knows whether a file for the message is still being uploaded', () => {
  const { uploads, change } = setUp();
  uploads.send(place, [file('a.pdf'), file('b.pdf')]);
  expect([uploads.isUploading(place), uploads.isUploading(other)]).toEqual([true, false]);
  change(1, { status: 'done' });
  expect(uploads.isUploading(place)).toBe(true);
  // A failed one must not hold up the message.
  change(2, { status: 'failed' });
  expect(uploads.isUploading(place)).toBe(false);
});
