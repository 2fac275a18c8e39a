import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createEntryNames } from '#domain/documents/archive-names.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { DOCUMENTS_BUCKET, lastStepOf, parentOf } from '#domain/documents/folders.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import type { Snapshot } from '#server/database/copy/snapshot.ts';
import { readDocument, UnreadableError } from '#server/operate/read-document.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { append } from './tables.ts';

type ObjectRow = Record<'name' | 'bucket_id' | 'version' | 'blob_id' | 'created_at', string>;

interface Deps {
  blobs: Pick<Blobs, 'read'>;
  store: Pick<BlobStore, 'probe'>;
  folder: string;
  progress(line: string): void;
}

/**
 * Writes every document into its client's folder. Documents are sorted by name, so those of one client are together.
 */
export async function exportDocuments(
  { blobs, store, folder, progress }: Deps,
  snapshot: Snapshot,
  folders: ReadonlyMap<string, string>,
  make: (...steps: string[]) => Promise<string>,
) {
  /** `failed`: could not be read; `not-exported.csv` lists them. */
  const summary = { documents: 0, bytes: 0, failed: 0 };
  let owner = '';
  let index = '';
  let names = createEntryNames();
  let own = '';
  for await (const row of snapshot.rows('storage.objects', 'name')) {
    const object = row as unknown as ObjectRow;
    if (object.bucket_id !== DOCUMENTS_BUCKET) continue;
    const [id = ''] = object.name.split('/', 1);
    const path = object.name.slice(id.length + 1);
    if (id !== owner) {
      owner = id;
      names = createEntryNames();
      own = folders.get(id) ?? join('clients', id);
      await make(own, 'documents');
      index = join(folder, own, 'documents.csv');
      await append(index, csvLine(['path', 'path_in_the_portal', 'bytes', 'sha256', 'uploaded_at']));
    }
    if (isPlaceholder(lastStepOf(path))) {
      await make(own, 'documents', names.folder(parentOf(path)));
      continue;
    }
    const name = names.file(path);
    await make(own, 'documents', parentOf(name));
    const file = join(folder, own, 'documents', name);
    try {
      const source = { open: () => blobs.read(object), probe: store.probe };
      const { size, sha256 } = await readDocument(source, (bytes) =>
        pipeline(bytes, createWriteStream(file, { mode: 0o600 })),
      );
      summary.documents += 1;
      summary.bytes += size;
      await append(index, csvLine([join('documents', name), path, String(size), sha256, object.created_at]));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      await rm(file, { force: true });
      summary.failed += 1;
      await append(join(folder, 'not-exported.csv'), csvLine([object.name, error.message]));
    }
    if (summary.documents % 1000 === 0) progress(`${summary.documents} documents`);
  }
  return summary;
}
