import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { PUBLISHABLE_KEY } from '#tests/support/server/portal.ts';
import type { Attempt, Fixtures, Outcome } from '../../types.ts';

export const BUCKET = 'user-documents';
const TEXT = new Blob(['a document'], { type: 'text/plain' });

type Documents = ReturnType<SupabaseClient['storage']['from']>;

/** `own` is a file of A's that was created for this attempt, `fresh` an unused name in the same folder. */
interface DocumentAttempt extends Attempt {
  documents: Documents;
  own: string;
  fresh: string;
}

type DocumentRun = (attempt: DocumentAttempt) => Promise<Outcome>;

const documentAttempts = {
  "list A's folder": async ({ documents, fixtures }) =>
    entriesOf(await documents.list(`${fixtures.a}/fixed`)),
  'list the whole bucket': async ({ documents }) => entriesOf(await documents.list()),
  "download A's file": async ({ documents, fixtures }) =>
    outcomeOfStorage(await documents.download(fixed(fixtures.a))),
  "get info of A's file": async ({ documents, fixtures }) =>
    outcomeOfStorage(await documents.info(fixed(fixtures.a))),
  "create a signed URL for A's file": async ({ documents, fixtures }) =>
    outcomeOfStorage(await documents.createSignedUrl(fixed(fixtures.a), 60)),
  "check whether A's file exists": async ({ documents, fixtures }) =>
    `${(await documents.exists(fixed(fixtures.a))).data === true}`,
  "open the public URL of A's file": async ({ documents, fixtures }) =>
    outcomeOfFetch(documents.getPublicUrl(fixed(fixtures.a)).data.publicUrl),
  "open A's file with a signed URL for B's file": async ({ fixtures }) => {
    const b = fixtures.clients['client B'].storage.from(BUCKET);
    const { data } = await b.createSignedUrl(fixed(fixtures.b), 60);
    return outcomeOfFetch((data?.signedUrl ?? '').replace(fixtures.b, fixtures.a));
  },

  "upload into A's folder": async ({ documents, fresh }) =>
    outcomeOfStorage(await documents.upload(fresh, TEXT)),
  "create a signed upload URL in A's folder": async ({ documents, fresh }) =>
    outcomeOfStorage(await documents.createSignedUploadUrl(fresh)),
  "create a folder in A's folder": async ({ documents, fresh }) =>
    outcomeOfStorage(await documents.upload(`${fresh}/.emptyFolderPlaceholder`, new Blob([]))),
  'upload to the top level': async ({ documents }) =>
    outcomeOfStorage(await documents.upload(`${randomUUID()}.txt`, TEXT)),
  'upload into a folder without an owner': async ({ documents }) =>
    outcomeOfStorage(await documents.upload(`shared/${randomUUID()}.txt`, TEXT)),
  'upload into the folder of an unknown id': async ({ documents }) =>
    outcomeOfStorage(await documents.upload(`${randomUUID()}/paper.txt`, TEXT)),
  "upload under the name of A's file": async ({ documents, fixtures }) =>
    outcomeOfStorage(await documents.upload(fixed(fixtures.a), TEXT)),
  "overwrite A's file": async ({ documents, own }) =>
    outcomeOfStorage(await documents.upload(own, TEXT, { upsert: true })),
  "replace A's file": async ({ documents, own }) => outcomeOfStorage(await documents.update(own, TEXT)),

  "move within A's folder": async ({ documents, own, fresh }) =>
    outcomeOfStorage(await documents.move(own, fresh)),
  "copy within A's folder": async ({ documents, own, fresh }) =>
    outcomeOfStorage(await documents.copy(own, fresh)),
  "move from A's folder into B's": async ({ documents, own, fixtures }) =>
    outcomeOfStorage(await documents.move(own, `${fixtures.b}/moved/${randomUUID()}.txt`)),
  "copy from A's folder into B's": async ({ documents, own, fixtures }) =>
    outcomeOfStorage(await documents.copy(own, `${fixtures.b}/moved/${randomUUID()}.txt`)),
  "move from A's folder to the top level": async ({ documents, own }) =>
    outcomeOfStorage(await documents.move(own, `${randomUUID()}.txt`)),
  "move from A's folder into a folder without an owner": async ({ documents, own }) =>
    outcomeOfStorage(await documents.move(own, `shared/${randomUUID()}.txt`)),

  "remove A's file": async ({ documents, own }) => {
    const { data, error } = await documents.remove([own]);
    return error ? outcomeOfStorage({ error }) : `removed:${data.length}`;
  },

  'create a bucket': async ({ client }) =>
    outcomeOfStorage(await client.storage.createBucket(`bucket-${randomUUID()}`)),
  'make the bucket public': async ({ client }) =>
    outcomeOfStorage(await client.storage.updateBucket(BUCKET, { public: true })),
  'empty the bucket': async ({ client }) => outcomeOfStorage(await client.storage.emptyBucket(BUCKET)),
  'delete the bucket': async ({ client }) => outcomeOfStorage(await client.storage.deleteBucket(BUCKET)),
  'list the buckets': async ({ client }) => {
    const { data, error } = await client.storage.listBuckets();
    if (error) return outcomeOfStorage({ error });
    return `entries:${data.filter(({ id }) => id === BUCKET).length}`;
  },
} satisfies Record<string, DocumentRun>;

export type DocumentOperation = keyof typeof documentAttempts;

export function isDocumentOperation(operation: string): operation is DocumentOperation {
  return Object.hasOwn(documentAttempts, operation);
}

/** Uploads the file of the attempt, then runs the operation. */
export async function attemptDocuments(operation: DocumentOperation, attempt: Attempt): Promise<Outcome> {
  const folder = `${attempt.fixtures.a}/${randomUUID()}`;
  const own = `${folder}/own.txt`;
  const uploaded = await serviceDocuments(attempt.fixtures).upload(own, TEXT);
  if (uploaded.error) throw uploaded.error;
  const documents = attempt.client.storage.from(BUCKET);
  return documentAttempts[operation]({ ...attempt, documents, own, fresh: `${folder}/fresh.txt` });
}

function serviceDocuments({ clients }: Fixtures): Documents {
  return clients.service.storage.from(BUCKET);
}

/** Inserts the files of the reading operations, which don't change them. */
export async function insertDocuments(fixtures: Fixtures): Promise<void> {
  const names = [fixed(fixtures.a), `${fixtures.a}/fixed/two.txt`, fixed(fixtures.b)];
  for (const name of names) {
    const { error } = await serviceDocuments(fixtures).upload(name, TEXT);
    if (error) throw error;
  }
}

const fixed = (id: string) => `${id}/fixed/one.txt`;

function outcomeOfStorage({ error }: { error: unknown }): Outcome {
  if (error === null || error === undefined) return 'ok';
  const { statusCode } = error as { statusCode?: string };
  if (statusCode === undefined) throw error;
  return `storage:${Number(statusCode)}`;
}

function entriesOf({ data, error }: { data: unknown[] | null; error: unknown }): Outcome {
  return data ? `entries:${data.length}` : outcomeOfStorage({ error });
}

async function outcomeOfFetch(url: string): Promise<Outcome> {
  const answer = await fetch(url, { headers: { apikey: PUBLISHABLE_KEY } });
  if (answer.ok) return 'ok';
  const { statusCode } = (await answer.json()) as { statusCode: string };
  return `storage:${Number(statusCode)}`;
}
