import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCKS } from '#server/database/advisory-locks.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { lockBackup, tryLock } from '#server/operate/backup/make/make-backup.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import type { BlobStore } from './stores/blob-store.ts';
import { sweepBlobs } from './sweep.ts';

const testDatabase = databaseForFile();
let database: Database;

beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
});
afterAll(async () => {
  await database?.close();
});
beforeEach(async () => {
  await testDatabase.query('delete from storage.objects');
  await testDatabase.query('delete from storage.uploads');
  await testDatabase.query('delete from storage.blob_pieces');
  await testDatabase.query('delete from storage.blobs');
});

/** A store that only records removals. */
function rememberingStore(remove: (id: string) => Promise<void> = async () => undefined) {
  const removed: string[] = [];
  const store: BlobStore = {
    put: async () => undefined,
    get: async () => Readable.from([]),
    read: async () => Buffer.alloc(0),
    open: async () => undefined,
    remove: async (id) => {
      await remove(id);
      removed.push(id);
    },
    list: async function* () {},
    probe: async () => undefined,
  };
  return { store, removed };
}

async function addBlob(age: string, named = false): Promise<string> {
  const id = randomUUID();
  await testDatabase.query(`insert into storage.blobs (id, created_at) values ($1, now() - $2::interval)`, [
    id,
    age,
  ]);
  if (named) await nameBlob(id);
  return id;
}

const MEMBERSHIP = 'update public.client_members';
const OF_OTHERS = 'where user_id = $1 and client_id <> $1';

const nameBlob = (id: string) =>
  testDatabase
    .query(`insert into storage.buckets (id, name) values ('b', 'b') on conflict do nothing`)
    .then(() =>
      testDatabase.query(
        `insert into storage.objects (bucket_id, name, blob_id) values ('b', $1::text, $1::uuid)`,
        [id],
      ),
    );

const blobs = async () =>
  (await testDatabase.query<{ id: string }>('select id from storage.blobs')).map(({ id }) => id).sort();

describe('the sweeper', () => {
  test('removes unreferenced blobs after a day, and nothing else', async () => {
    const old = [await addBlob('25 hours'), await addBlob('3 years')];
    const kept = [await addBlob('23 hours'), await addBlob('0 hours'), await addBlob('30 days', true)];
    const { store, removed } = rememberingStore();
    await sweepBlobs({ database, store });
    expect(removed.sort()).toEqual(old.sort());
    expect(await blobs()).toEqual(kept.sort());
  });

  test('continues until nothing is left', async () => {
    await testDatabase.query(
      `insert into storage.blobs (id, created_at) select gen_random_uuid(), now() - interval '2 days' from generate_series(1, 250)`,
    );
    const { store, removed } = rememberingStore();
    await sweepBlobs({ database, store });
    expect(removed).toHaveLength(250);
    expect(new Set(removed).size).toBe(250);
    expect(await blobs()).toEqual([]);
  });

  test('keeps the pieces of an upload or file until it is removed', async () => {
    const addWhole = async (pieces: string[]) => {
      const whole = await addBlob('8 days');
      for (const [n, piece] of pieces.entries()) {
        await testDatabase.query(
          `insert into storage.blob_pieces (blob_id, position, starts_at, piece_id) values ($1, $2::int, $2::int, $3)`,
          [whole, n, piece],
        );
      }
      return whole;
    };
    await testDatabase.query(
      `insert into storage.buckets (id, name) values ('b', 'b') on conflict do nothing`,
    );
    const ofFile = [await addBlob('6 days'), await addBlob('3 days')];
    const file = await addWhole(ofFile);
    await nameBlob(file);
    const ofUpload = [await addBlob('6 days')];
    const upload = await addWhole(ofUpload);
    await testDatabase.query(
      `insert into storage.uploads (id, role, bucket_id, key, upsert, content_type, cache_control, tus_metadata)
       values ($1, 'service_role', 'b', 'k', false, '', '', '')`,
      [upload],
    );
    const { store, removed } = rememberingStore();
    await sweepBlobs({ database, store });
    expect(removed).toEqual([]);

    await testDatabase.query(`update storage.uploads set expires_at = now() - interval '1 second'`);
    await sweepBlobs({ database, store });
    expect(removed).toEqual(ofUpload);
    expect(await blobs()).toEqual([file, ...ofFile].sort());

    await testDatabase.query('delete from storage.objects');
    await sweepBlobs({ database, store });
    expect(await blobs()).toEqual([]);
    expect(removed).toHaveLength(4);
  });

  test.each([
    ['may upload', true, 'select $1::uuid'],
    ['was a member', false, `${MEMBERSHIP} set ends_at = now() ${OF_OTHERS}`],
    ['sees only', false, `${MEMBERSHIP} set rights = '{see}' ${OF_OTHERS}`],
    ['sees the past only', false, `${MEMBERSHIP} set rights = '{see}', last_year = 2024 ${OF_OTHERS}`],
    ['is no member', false, `delete from public.client_members ${OF_OTHERS}`],
    ['is deactivated', false, `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['became staff', true, `update public.user_profiles set role = 'admin' where user_id = $1`],
  ])('an upload whose sender %s is kept: %s', async (_who, isKept, change) => {
    const [person] = await testDatabase.query<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), gen_random_uuid() || '@example.com') returning id`,
    );
    const client = crypto.randomUUID();
    await testDatabase.query(
      `insert into public.user_profiles (user_id, email) values ($1::uuid, $1::text || '@example.com') on conflict do nothing`,
      [person?.id],
    );
    await testDatabase.query('insert into public.clients (id) values ($1)', [client]);
    await testDatabase.query(
      `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, 'helper', '{see,upload}')`,
      [client, person?.id],
    );
    const [whole, piece] = [await addBlob('1 hour'), await addBlob('1 hour')];
    await testDatabase.query(
      `insert into storage.blob_pieces (blob_id, position, starts_at, piece_id) values ($1, 0, 0, $2)`,
      [whole, piece],
    );
    await testDatabase.query(
      `insert into storage.uploads (id, role, owner, bucket_id, key, upsert, content_type, cache_control, tus_metadata)
       values ($1, 'authenticated', $2, 'user-documents', $3, false, '', '', '')`,
      [whole, person?.id, `${client}/a.pdf`],
    );
    await testDatabase.query(change, [person?.id]);
    const { store, removed } = rememberingStore();
    await sweepBlobs({ database, store });
    expect(removed).toEqual(isKept ? [] : [piece]);
    expect(await testDatabase.query('select from storage.uploads where id = $1', [whole])).toHaveLength(
      isKept ? 1 : 0,
    );
  });

  test('can run on several servers at once', async () => {
    await testDatabase.query(
      `insert into storage.blobs (id, created_at) select gen_random_uuid(), now() - interval '2 days' from generate_series(1, 300)`,
    );
    const { store, removed } = rememberingStore();
    await Promise.all([
      sweepBlobs({ database, store }),
      sweepBlobs({ database, store }),
      sweepBlobs({ database, store }),
    ]);
    expect(removed.length).toBe(new Set(removed).size);
    expect(removed).toHaveLength(300);
  });

  test('skips a blob that is being referenced', async () => {
    const id = await addBlob('2 days');
    const { store, removed } = rememberingStore();
    await database.asOwner(async (tx) => {
      await tx.query(`insert into storage.buckets (id, name) values ('b', 'b') on conflict do nothing`);
      await tx.query(`insert into storage.objects (bucket_id, name, blob_id) values ('b', 'copy', $1)`, [id]);
      await sweepBlobs({ database, store });
    });
    await sweepBlobs({ database, store });
    expect(removed).toEqual([]);
    expect(await blobs()).toEqual([id]);
  });

  test('prevents references to a blob that is being removed', async () => {
    const id = await addBlob('2 days');
    let naming: Promise<unknown> | undefined;
    const { store } = rememberingStore(async () => {
      naming = nameBlob(id);
      naming.catch(() => undefined);
      // It waits for the sweeper's transaction, and then the blob is gone.
      await expect
        .poll(async () => {
          const [row] = await testDatabase.query<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return row?.n;
        })
        .toBe(1);
    });
    await sweepBlobs({ database, store });
    await expect(naming).rejects.toMatchObject({ code: '23503' });
    expect(await blobs()).toEqual([]);
  });

  test('keeps the row of bytes that could not be removed', async () => {
    const id = await addBlob('2 days');
    const failing = rememberingStore(async () => {
      throw new Error('the store is away');
    });
    await expect(sweepBlobs({ database, store: failing.store })).rejects.toThrow('the store is away');
    expect(await blobs()).toEqual([id]);
    const { store, removed } = rememberingStore();
    await sweepBlobs({ database, store });
    expect(removed).toEqual([id]);
  });

  test('removes nothing while a backup copies', async () => {
    const id = await addBlob('2 days');
    const { store, removed } = rememberingStore();
    const backup = await lockBackup(testDatabase.url);
    expect(await sweepBlobs({ database, store })).toBe(0);
    expect(await blobs()).toEqual([id]);
    await backup.end();
    expect(await sweepBlobs({ database, store })).toBe(1);
    expect(removed).toEqual([id]);
  });

  test('removes blobs while other locks are held, of which no two are the same', async () => {
    const others = Object.entries(LOCKS).filter(([name]) => name !== 'keepBlobs');
    const held = await Promise.all(others.map(([, lock]) => tryLock(testDatabase.url, lock)));
    await addBlob('2 days');
    const swept = await sweepBlobs({ database, store: rememberingStore().store });
    await Promise.all(held.map((lock) => lock?.end()));
    expect(held).not.toContain(undefined);
    expect(swept).toBe(1);
  });
});
