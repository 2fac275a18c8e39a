import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { PUBLISHABLE_KEY } from '#tests/support/server/portal.ts';
import type { Cast } from './actors.ts';
import type { Try } from './rest-operations.ts';
import type { Outcome } from './vocabulary.ts';

export const BUCKET = 'user-documents';
const TEXT = new Blob(['a paper'], { type: 'text/plain' });

type Documents = ReturnType<SupabaseClient['storage']['from']>;

/** A try among documents. `own` is a file of A's made for this try alone, `fresh` a name that is free. */
interface DocumentTry extends Try {
  documents: Documents;
  own: string;
  fresh: string;
}

type Attempt = (attempt: DocumentTry) => Promise<Outcome>;

const documentAttempts = {
  "list A's folder": async ({ documents, cast }) => entries(await documents.list(`${cast.a}/fixed`)),
  'list the whole bucket': async ({ documents }) => entries(await documents.list()),
  "download A's file": async ({ documents, cast }) => said(await documents.download(fixed(cast.a))),
  "ask for facts of A's file": async ({ documents, cast }) => said(await documents.info(fixed(cast.a))),
  "sign a link to A's file": async ({ documents, cast }) =>
    said(await documents.createSignedUrl(fixed(cast.a), 60)),
  "ask whether A's file exists": async ({ documents, cast }) =>
    `${(await documents.exists(fixed(cast.a))).data === true}`,
  "open A's file by its public address": async ({ documents, cast }) =>
    opened(documents.getPublicUrl(fixed(cast.a)).data.publicUrl),
  "open A's file by a signed link of B's": async ({ cast }) => {
    const b = cast.clients['client B'].storage.from(BUCKET);
    const { data } = await b.createSignedUrl(fixed(cast.b), 60);
    return opened((data?.signedUrl ?? '').replace(cast.b, cast.a));
  },

  "upload into A's folder": async ({ documents, fresh }) => said(await documents.upload(fresh, TEXT)),
  "sign an upload into A's folder": async ({ documents, fresh }) =>
    said(await documents.createSignedUploadUrl(fresh)),
  "make a folder in A's folder": async ({ documents, fresh }) =>
    said(await documents.upload(`${fresh}/.emptyFolderPlaceholder`, new Blob([]))),
  'upload beside all folders': async ({ documents }) =>
    said(await documents.upload(`${randomUUID()}.txt`, TEXT)),
  "upload into a folder that is nobody's": async ({ documents }) =>
    said(await documents.upload(`shared/${randomUUID()}.txt`, TEXT)),
  'upload into the folder of an unknown id': async ({ documents }) =>
    said(await documents.upload(`${randomUUID()}/paper.txt`, TEXT)),
  "upload under the name of A's file": async ({ documents, cast }) =>
    said(await documents.upload(fixed(cast.a), TEXT)),
  "overwrite A's file": async ({ documents, own }) =>
    said(await documents.upload(own, TEXT, { upsert: true })),
  "replace A's file": async ({ documents, own }) => said(await documents.update(own, TEXT)),

  "move within A's folder": async ({ documents, own, fresh }) => said(await documents.move(own, fresh)),
  "copy within A's folder": async ({ documents, own, fresh }) => said(await documents.copy(own, fresh)),
  "move from A's folder into B's": async ({ documents, own, cast }) =>
    said(await documents.move(own, `${cast.b}/moved/${randomUUID()}.txt`)),
  "copy from A's folder into B's": async ({ documents, own, cast }) =>
    said(await documents.copy(own, `${cast.b}/moved/${randomUUID()}.txt`)),
  "move from A's folder beside all folders": async ({ documents, own }) =>
    said(await documents.move(own, `${randomUUID()}.txt`)),
  "move from A's folder into nobody's": async ({ documents, own }) =>
    said(await documents.move(own, `shared/${randomUUID()}.txt`)),

  "remove A's file": async ({ documents, own }) => {
    const { data, error } = await documents.remove([own]);
    return error ? said({ error }) : `removed:${data.length}`;
  },

  'make a bucket': async ({ client }) => said(await client.storage.createBucket(`bucket-${randomUUID()}`)),
  'make the bucket public': async ({ client }) =>
    said(await client.storage.updateBucket(BUCKET, { public: true })),
  'empty the bucket': async ({ client }) => said(await client.storage.emptyBucket(BUCKET)),
  'delete the bucket': async ({ client }) => said(await client.storage.deleteBucket(BUCKET)),
  'list the buckets': async ({ client }) => {
    const { data, error } = await client.storage.listBuckets();
    if (error) return said({ error });
    return `entries:${data.filter(({ id }) => id === BUCKET).length}`;
  },
} satisfies Record<string, Attempt>;

export type DocumentOperation = keyof typeof documentAttempts;

export function isDocumentOperation(operation: string): operation is DocumentOperation {
  return Object.hasOwn(documentAttempts, operation);
}

/** Makes what the try needs, then tries. */
export async function tryDocuments(operation: DocumentOperation, attempt: Try): Promise<Outcome> {
  const place = `${attempt.cast.a}/${randomUUID()}`;
  const own = `${place}/own.txt`;
  const made = await officeDocuments(attempt.cast).upload(own, TEXT);
  if (made.error) throw made.error;
  const documents = attempt.client.storage.from(BUCKET);
  return documentAttempts[operation]({ ...attempt, documents, own, fresh: `${place}/fresh.txt` });
}

function officeDocuments({ clients }: Cast): Documents {
  return clients.service.storage.from(BUCKET);
}

/** The files that only reading operations touch. */
export async function layOutDocuments(cast: Cast): Promise<void> {
  const names = [fixed(cast.a), `${cast.a}/fixed/two.txt`, fixed(cast.b)];
  for (const name of names) {
    const { error } = await officeDocuments(cast).upload(name, TEXT);
    if (error) throw error;
  }
}

const fixed = (id: string) => `${id}/fixed/one.txt`;

function said({ error }: { error: unknown }): Outcome {
  if (error === null || error === undefined) return 'ok';
  const { statusCode } = error as { statusCode?: string };
  if (statusCode === undefined) throw error;
  return `storage:${Number(statusCode)}`;
}

function entries({ data, error }: { data: unknown[] | null; error: unknown }): Outcome {
  return data ? `entries:${data.length}` : said({ error });
}

async function opened(address: string): Promise<Outcome> {
  const answer = await fetch(address, { headers: { apikey: PUBLISHABLE_KEY } });
  if (answer.ok) return 'ok';
  const { statusCode } = (await answer.json()) as { statusCode: string };
  return `storage:${Number(statusCode)}`;
}
