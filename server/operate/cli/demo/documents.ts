import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { DOCUMENTS_BUCKET, FOLDER_PLACEHOLDER } from '#domain/documents/folders.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import { insertStatement, objectFor } from '#server/storage/objects/objects.ts';
import type { Case } from './case-acts.ts';
import { type DrawPaper, printOf } from './papers.ts';
import { type Act, querying } from './stage.ts';
import type { StoryFile } from './stories.ts';

/** Stores one file and returns its history. The bytes are stored first; acts record what happens later. */
export async function fileActs(
  { clientId, preparerId, story, year, moment, fileId, staffIds }: Case,
  path: string,
  { days, item, renamedFrom, opened, deleted, paper }: StoryFile,
  drawPaper: DrawPaper,
  blobs: Blobs,
): Promise<Act[]> {
  const id = fileId(path);
  const keyOf = (path: string) => `${clientId}/${path}`;
  // The office uploads the returns, the client everything else.
  const owner = 'taxReturn' in paper ? preparerId : clientId;
  const drawn = await drawPaper(path, printOf(paper, story.person.name, year));
  const acts = [
    await uploading(moment(days), { id, key: keyOf(renamedFrom ?? path), owner, ...drawn }, blobs),
  ];
  if (renamedFrom !== undefined) {
    const rename = 'update storage.objects set name = $2 where id = $1';
    acts.push(querying(moment(days - 0.01), owner, rename, [id, keyOf(path)]));
  }
  const record = 'select nutmeg.record_document_access(array[$1::uuid], $2, $3)';
  if (opened !== undefined) acts.push(querying(moment(opened), clientId, record, [id, 'opened', clientId]));
  const { fetched } = story;
  if (fetched !== undefined && item !== undefined && fetched < days) {
    acts.push(querying(moment(fetched), preparerId, record, [id, 'downloaded', preparerId]));
  }
  if (deleted) {
    const [by, when] = deleted;
    acts.push(querying(moment(when), staffIds[by], 'delete from storage.objects where id = $1', [id]));
  }
  return acts;
}

/** An empty object that marks a folder, as the app creates it. */
export function folderAct(
  { clientId, moment }: Case,
  path: string,
  days: number,
  blobs: Blobs,
): Promise<Act> {
  const mark = {
    id: randomUUID(),
    key: `${clientId}/${path}/${FOLDER_PLACEHOLDER}`,
    owner: clientId,
    bytes: Buffer.alloc(0),
    mimetype: 'application/octet-stream',
  };
  return uploading(moment(days), mark, blobs);
}

interface NewDocument {
  id: string;
  key: string;
  owner: string;
  bytes: Buffer;
  mimetype: string;
}

async function uploading(
  at: Date,
  { id, key, owner, bytes, mimetype }: NewDocument,
  blobs: Blobs,
): Promise<Act> {
  const blob = await blobs.receive(Readable.from([bytes]));
  const facts = { id, bucketId: DOCUMENTS_BUCKET, key, owner, mimetype, cacheControl: 'max-age=3600' };
  const insert = insertStatement(objectFor(blobs.binding, blob, facts), false);
  return { at, by: owner, run: (tx) => tx.run(insert) };
}
