import { randomUUID } from 'node:crypto';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import { insertStatement } from '#server/storage/objects/objects.ts';
import { objectMetadata } from '#server/storage/uploads/upload-metadata.ts';
import { bytesOf } from './papers/papers.ts';
import type { Act, Cast } from './stage.ts';
import type { StoryFile } from './story.ts';

const FOLDER_MARK = '.emptyFolderPlaceholder';

interface Owner {
  id: string;
  moment: (days: number) => Date;
}

/** Stores one file and records its history. The bytes are stored first; acts record what happens later. */
export async function fileActs(
  { id: ownerId, moment }: Owner,
  file: StoryFile,
  fileId: string,
  { staff }: Cast,
  blobs: Blobs,
): Promise<Act[]> {
  const { path, paper, days, by, fetched, opened, deleted, renamedFrom } = file;
  const from = renamedFrom ?? path;
  const sender = by === undefined ? ownerId : staff[by];
  const { bytes, mimetype } = bytesOf(path, paper);
  const put = await putting(blobs, { id: fileId, key: `${ownerId}/${from}`, owner: sender, bytes, mimetype });
  const acts: Act[] = [{ at: moment(days), by: sender, run: put }];
  if (renamedFrom !== undefined) {
    acts.push({
      at: moment(days - 0.01),
      by: sender,
      run: (tx) =>
        done(tx, 'update storage.objects set name = $2 where id = $1', [fileId, `${ownerId}/${path}`]),
    });
  }
  if (opened !== undefined) acts.push(reading(fileId, 'opened', ownerId, moment(opened)));
  if (fetched) acts.push(reading(fileId, 'downloaded', staff[fetched[0]], moment(fetched[1])));
  if (deleted) {
    acts.push({
      at: moment(deleted[1]),
      by: staff[deleted[0]],
      run: (tx) => done(tx, 'delete from storage.objects where id = $1', [fileId]),
    });
  }
  return acts;
}

/** An empty object that marks a folder, as the app creates it. */
export async function folderAct(
  { id, moment }: Owner,
  path: string,
  days: number,
  blobs: Blobs,
): Promise<Act> {
  const key = `${id}/${path}/${FOLDER_MARK}`;
  const mark = {
    id: randomUUID(),
    key,
    owner: id,
    bytes: Buffer.alloc(0),
    mimetype: 'application/octet-stream',
  };
  return { at: moment(days), by: id, run: await putting(blobs, mark) };
}

interface NewDocument {
  id: string;
  key: string;
  owner: string;
  bytes: Buffer;
  mimetype: string;
}

async function putting(blobs: Blobs, { id, key, owner, bytes, mimetype }: NewDocument) {
  const blob = await blobs.receive(
    (async function* () {
      yield bytes;
    })(),
  );
  const metadata = objectMetadata(blob, { mimetype, cacheControl: 'max-age=3600' });
  const version = blobs.binding.version({
    bucket_id: DOCUMENTS_BUCKET,
    name: key,
    blob_id: blob.id,
    size: blob.size,
  });
  const row = {
    id,
    bucketId: DOCUMENTS_BUCKET,
    key,
    owner,
    metadata,
    userMetadata: null,
    blobId: blob.id,
    version,
  };
  return async (tx: Transaction) => void (await tx.run(insertStatement(row, false)));
}

function reading(fileId: string, what: 'opened' | 'downloaded', reader: string, at: Date): Act {
  return {
    at,
    by: reader,
    run: (tx) =>
      done(tx, 'select nutmeg.record_document_access(array[$1::uuid], $2, $3)', [fileId, what, reader]),
  };
}

async function done(tx: Transaction, text: string, values: readonly unknown[]): Promise<void> {
  await tx.query(text, values);
}
