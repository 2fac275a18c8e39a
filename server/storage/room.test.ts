/** @module-tag property */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { databaseForFile } from '#tests/support/test-database.ts';

/** The triggers of migration 0019_room keep the storage use of each owner correct through any sequence of operations. */

const database = databaseForFile();
const owners: string[] = [];
beforeAll(async () => {
  for (const name of ['a', 'b']) {
    owners.push(await insertPerson({ database }, { email: `${name}@example.com` }));
  }
});

/** Computed from the rows, without the product's functions. */
const SUMS = `
  select o.id as owner, coalesce(kept.bytes, 0)::int as kept, coalesce(real.bytes, 0)::int as real
  from unnest($1::uuid[]) as o (id)
  left join nutmeg.storage_use kept on kept.owner_id = o.id
  left join (
    select owner, sum(bytes) as bytes from (
      select split_part(name, '/', 1)::uuid as owner, 4096 + coalesce((metadata ->> 'size')::bigint, 0)
        + coalesce(octet_length(user_metadata::text), 0) as bytes
      from storage.objects where bucket_id = 'user-documents'
      union all
      select owner_id, 4096 + file_size + coalesce(octet_length(user_metadata::text), 0)
      from public.trashed_documents
      union all
      select split_part(key, '/', 1)::uuid, 4096 + received + octet_length(tus_metadata)
      from storage.uploads where bucket_id = 'user-documents' and finished_at is null
    ) as everything group by owner
  ) as real on real.owner = o.id
  order by 1`;

const put = (bucket: string) => `
  with blob as (insert into storage.blobs (id) values (gen_random_uuid()) returning id)
  insert into storage.objects (bucket_id, name, metadata, user_metadata, blob_id)
  select '${bucket}', $1, jsonb_build_object('size', $2::int),
    case when $2::int % 3 = 0 then jsonb_build_object('said', repeat('é', $2::int % 50)) end, id
  from blob on conflict do nothing`;
const begin = `
  with blob as (insert into storage.blobs (id) values ($1) returning id)
  insert into storage.uploads (id, role, owner, bucket_id, key, upsert, content_type, cache_control, tus_metadata)
  select id, 'service_role', null, 'user-documents', $2, false, '', '', repeat('x', $3) from blob`;

const owner = fc.nat(1);
const name = fc.constantFrom('w2.pdf', 'a/1.pdf', 'a/2.pdf', 'a/b/3.pdf', '.emptyFolderPlaceholder');
const size = fc.nat(100_000);
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('put' as const), owner, name, size }),
    fc.record({ act: fc.constant('elsewhere' as const), owner, name, size }),
    fc.record({ act: fc.constant('replace' as const), owner, name, size }),
    fc.record({ act: fc.constant('move folder' as const), owner, name, size }),
    fc.record({ act: fc.constant('give away' as const), owner, name, size }),
    fc.record({ act: fc.constant('delete' as const), owner, name, size }),
    fc.record({ act: fc.constant('delete all' as const), owner, name, size }),
    fc.record({ act: fc.constant('empty trash' as const), owner, name, size }),
    fc.record({ act: fc.constant('restore' as const), owner, name, size }),
    fc.record({ act: fc.constant('begin' as const), owner, name, size }),
    fc.record({ act: fc.constant('receive' as const), owner, name, size }),
    fc.record({ act: fc.constant('finish' as const), owner, name, size }),
    fc.record({ act: fc.constant('drop' as const), owner, name, size }),
  ),
  { minLength: 1, maxLength: 25 },
);
type Act = (typeof acts extends fc.Arbitrary<infer T> ? T : never) extends (infer One)[] ? One : never;

/** May fail. A failure must leave the sum unchanged. */
async function perform({ act, owner, name, size }: Act): Promise<void> {
  const key = `${owners[owner]}/${name}`;
  const other = `${owners[1 - owner]}/${name}`;
  const one = `(select id from storage.uploads where key = '${key}' order by id limit 1)`;
  const todo: Record<Act['act'], [string, unknown[]]> = {
    put: [put('user-documents'), [key, size]],
    elsewhere: [put('elsewhere'), [key, size]],
    replace: [
      `update storage.objects set metadata = jsonb_build_object('size', $2::int), user_metadata = null,
         blob_id = (select id from storage.blobs order by random() limit 1)
       where bucket_id = 'user-documents' and name = $1`,
      [key, size],
    ],
    'move folder': [
      `update storage.objects set name = $1 || '/moved/' || substr(name, 38)
       where bucket_id = 'user-documents' and name like $1 || '/%' and octet_length(name) < 200`,
      [owners[owner]],
    ],
    'give away': [
      `update storage.objects set name = $2, bucket_id = 'user-documents' where name = $1 returning id`,
      [key, other],
    ],
    delete: [`delete from storage.objects where name = $1`, [key]],
    'delete all': [`delete from storage.objects where bucket_id = 'user-documents'`, []],
    'empty trash': [`delete from public.trashed_documents where file_size % 2 = $1::int % 2`, [size]],
    restore: [
      `with back as (delete from public.trashed_documents where path = $1 returning *)
       insert into storage.objects (id, bucket_id, name, metadata, user_metadata, blob_id)
       select id, 'user-documents', owner_id || '/' || path, metadata, user_metadata, blob_id from back`,
      [name],
    ],
    begin: [begin, [randomUUID(), key, size % 100]],
    receive: [`update storage.uploads set received = received + $1 where id = ${one}`, [size]],
    finish: [`update storage.uploads set finished_at = now() where id = ${one}`, []],
    drop: [`delete from storage.uploads where id = ${one}`, []],
  };
  await database.query(...todo[act]).catch((error: { code?: string }) => {
    // A name that is taken. Any other error is a bug of this test.
    if (error.code !== '23505') throw error;
  });
}

test('the storage use of an owner equals the sum of the rows after any operations', async () => {
  await database.query(`insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')`);
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      for (const act of sequence) {
        await perform(act);
        for (const sum of await database.query(SUMS, [owners])) expect(sum.kept, act.act).toBe(sum.real);
      }
    }),
    { numRuns: inputs(40) },
  );
});

test('a deleted person’s trash no longer counts', async () => {
  const leaving = await insertPerson({ database }, { email: 'leaving@example.com' });
  await database.query(put('user-documents'), [`${leaving}/w2.pdf`, 1000]);
  await database.query('delete from storage.objects where name = $1', [`${leaving}/w2.pdf`]);
  expect(await database.query(SUMS, [[leaving]])).toEqual([{ owner: leaving, kept: 5096, real: 5096 }]);
  await database.query('delete from auth.users where id = $1', [leaving]);
  expect(await database.query(SUMS, [[leaving]])).toEqual([{ owner: leaving, kept: 0, real: 0 }]);
});
