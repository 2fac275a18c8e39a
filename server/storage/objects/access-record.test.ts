import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase, type Transaction } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { createDownloadRecorder } from './access-record.ts';

const testDatabase = databaseForFile();
let database: Database;
let record: ReturnType<typeof createDownloadRecorder>;
/** How many statements the recorder has sent. */
let sent: number;
let maria: string;
let rosa: string;
let blobId: string;

beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  maria = await insertPerson('maria');
  rosa = await insertPerson('rosa');
  blobId = crypto.randomUUID();
  await testDatabase.query(
    `insert into storage.blobs (id, wrapped_key, size, content) values ($1, '\\x01', 7, 'application/pdf')`,
    [blobId],
  );
});
afterAll(async () => {
  await database?.close();
});
beforeEach(() => {
  sent = 0;
  const counted: Pick<Database, 'run'> = {
    run: (statement) => {
      sent += 1;
      return database.run(statement);
    },
  };
  // On a busy machine, the first statement may take longer than a reader should wait.
  record = createDownloadRecorder(counted, 60_000);
});

async function insertPerson(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await testDatabase.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)`,
    [id, `${name}@example.com`, { first_name: name, last_name: 'Lopez' }],
  );
  return id;
}

async function insertDocument(owner = maria): Promise<string> {
  const id = crypto.randomUUID();
  await testDatabase.query(
    `insert into storage.objects (id, bucket_id, name, owner, blob_id)
     values ($1, 'user-documents', $2, $3, $4)`,
    [id, `${owner}/${id}.pdf`, owner, blobId],
  );
  return id;
}

const download = (documentId: string, readerId: string | undefined = maria) =>
  record({ documentId, blobId, readerId, via: null });
const recorded = async (documentId: string) =>
  (
    await testDatabase.query<{ actor_id: string | null }>(
      `select actor_id from public.document_events where document_id = $1 and action = 'downloaded' order by id`,
      [documentId],
    )
  ).map(({ actor_id }) => actor_id);
const countOf = async (documentId: string) =>
  (
    await testDatabase.query<{ download_count: number }>(
      'select download_count from public.file_uploads where id = $1',
      [documentId],
    )
  )[0]?.download_count;
const paceOf = async (person: string) =>
  (
    await testDatabase.query<{ lines: number }>('select lines from nutmeg.record_pace where actor_id = $1', [
      person,
    ])
  )[0]?.lines ?? 0;

/** Runs the test while another transaction holds what the work locks. */
async function whileHeld<T>(
  locks: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const locked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const other = database.asOwner(async (tx) => {
    await locks(tx);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  try {
    return await work();
  } finally {
    done.resolve();
    await other;
  }
}

test('records concurrent downloads by one statement after the first, and returns the blob to each', async () => {
  const [a, b] = [await insertDocument(), await insertDocument(rosa)];
  const pace = await paceOf(maria);
  const blobs = await Promise.all([
    download(a),
    download(a, rosa),
    download(b),
    download(a),
    record({ documentId: b, blobId, readerId: undefined, via: 'link' }),
  ]);
  expect(blobs).toEqual(Array(5).fill({ content: 'application/pdf', size: 7, wrapped_key: Buffer.of(1) }));
  expect(sent).toBe(2);
  expect(await recorded(a)).toEqual([maria, rosa, maria]);
  expect(await recorded(b)).toEqual([maria, null]);
  expect([await countOf(a), await countOf(b)]).toEqual([3, 1]);
  expect(await paceOf(maria)).toBe(pace + 3);
  expect(
    await testDatabase.query(
      'select actor_name, actor_role, path, via from public.document_events where document_id = $1 order by id',
      [b],
    ),
  ).toEqual([
    { actor_name: null, actor_role: 'service', path: `${b}.pdf`, via: null },
    { actor_name: 'maria Lopez', actor_role: 'client', path: `${b}.pdf`, via: null },
    { actor_name: null, actor_role: 'service', path: `${b}.pdf`, via: 'link' },
  ]);
});

test('refuses a document that was deleted in between, and only that one', async () => {
  const [a, gone] = [await insertDocument(), crypto.randomUUID()];
  const results = await Promise.allSettled([download(a), download(gone), download(a)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { code: 'NoSuchKey' } });
  expect(await recorded(gone)).toEqual([]);
  expect(await recorded(a)).toHaveLength(2);
});

test('only its reader waits for a document that another transaction holds', async () => {
  const [held, free] = [await insertDocument(), await insertDocument(rosa)];
  const { waiting } = await whileHeld(
    (tx) => tx.query('select from public.file_uploads where id = $1 for update', [held]),
    async () => {
      const waiting = download(held);
      await download(free, rosa);
      await download(free, rosa);
      expect(await recorded(held)).toEqual([]);
      return { waiting };
    },
  );
  await waiting;
  expect(await recorded(held)).toEqual([maria]);
  expect(await recorded(free)).toEqual([rosa, rosa]);
});

test('only the reader waits if another transaction holds the pace of the reader', async () => {
  const [a, b] = [await insertDocument(), await insertDocument(rosa)];
  await Promise.all([download(a), download(b, rosa)]);
  const { waiting } = await whileHeld(
    (tx) => tx.query('select from nutmeg.record_pace where actor_id = $1 for update', [maria]),
    async () => {
      const waiting = download(a);
      await download(b, rosa);
      expect(await recorded(a)).toHaveLength(1);
      return { waiting };
    },
  );
  await waiting;
  expect(await recorded(a)).toHaveLength(2);
});

test('a reader over the limit of the hour is refused, and no one else', async () => {
  const [a, b] = [await insertDocument(), await insertDocument(rosa)];
  await download(a);
  for (const [lines, most] of [
    [50_001, 0],
    [50_000, 1],
    [49_998, 3],
    [48_999, 4],
  ] as const) {
    const before = (await recorded(a)).length;
    await testDatabase.query('update nutmeg.record_pace set lines = $2, since = now() where actor_id = $1', [
      maria,
      lines,
    ]);
    const results = await Promise.allSettled([
      download(a),
      download(b, rosa),
      ...Array.from({ length: 3 }, () => download(a)),
      download(b, rosa),
    ]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(4 - most);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'NM429' } });
    expect(await recorded(a)).toHaveLength(before + most);
  }
  expect(await recorded(b)).toHaveLength(8);
});
