import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '#server/database/copy/snapshot.ts';
import { exportDocuments } from './export-documents.ts';

test('a document that can’t be read is listed, and all others are exported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = ['maria/bad.pdf', 'maria/w2.txt'];
  async function* rows() {
    for (const name of names) yield { name, bucket_id: 'user-documents', blob_id: name, created_at: '2027' };
  }
  const read = async ({ blob_id }: { blob_id: string }) =>
    blob_id.endsWith('.txt')
      ? Readable.from([Buffer.from('wages')], { objectMode: false })
      : new Readable({
          read() {
            this.destroy(new Error('EIO: i/o error, read'));
          },
        });
  const exported = await exportDocuments(
    { blobs: { read }, store: { probe: async () => undefined }, folder, progress: () => undefined },
    { rows } as unknown as Snapshot,
    new Map(),
    async (...steps) => {
      await mkdir(join(folder, ...steps), { recursive: true });
      return join(folder, ...steps);
    },
  );
  expect(exported).toEqual({ documents: 1, bytes: 5, failed: 1 });
  expect(await readFile(join(folder, 'not-exported.csv'), 'utf8')).toContain(
    'maria/bad.pdf,"EIO: i/o error, read"',
  );
  expect(await readFile(join(folder, 'clients/maria/documents/w2.txt'), 'utf8')).toBe('wages');
});
