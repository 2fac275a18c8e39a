/** @module-tag faults-operate */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate, migrationFiles } from '#server/database/migrations/migrate.ts';
import { root } from '#tests/support/server/portal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template0');
});
afterAll(() => database?.drop());

/**
 * Each migration is its own transaction, and one that fails stops the upgrade after the ones before it. The servers of the
 * previous release go on in the meantime. PL/pgSQL finds a missing column only when a function runs.
 */
test('documents are added, moved, replaced, and deleted after each migration', {
  timeout: 300_000,
}, async () => {
  const { '1.0.0': released } = JSON.parse(await readFile(join(root, 'database/released.json'), 'utf8'));
  const names = (await migrationFiles(MIGRATIONS)).map(({ name }) => name);
  const apply = (only: Iterable<string>) =>
    migrate({ url: database.url, folder: MIGRATIONS, only: new Set(only) });
  await apply(Object.keys(released));
  const [person] = await database.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at) values ('rosa@example.com', now()) returning id`,
  );
  const later = names.filter((name) => !Object.hasOwn(released, name));
  expect(later).not.toEqual([]);
  for (const name of later) {
    await apply([name]);
    await expect(handleDocument(`${person?.id}/${name}.pdf`), name).resolves.toEqual(0);
  }
});

/** Returns how many rows the list still has for the document. */
async function handleDocument(key: string): Promise<number> {
  const blob = `insert into storage.blobs (id, size, sha256) values (gen_random_uuid(), 1, sha256(random()::text::bytea)) returning id`;
  const [first, second] = [
    await database.query<{ id: string }>(blob),
    await database.query<{ id: string }>(blob),
  ];
  const [object] = await database.query<{ id: string }>(
    `insert into storage.objects (bucket_id, name, blob_id, metadata) values ('user-documents', $1, $2, '{"size": 1}') returning id`,
    [key, first[0]?.id],
  );
  await database.query(`update storage.objects set name = name || '.pdf' where id = $1`, [object?.id]);
  await database.query('update storage.objects set blob_id = $2 where id = $1', [object?.id, second[0]?.id]);
  const listed = 'select from public.file_uploads where id = $1';
  if ((await database.query(listed, [object?.id])).length !== 1)
    throw new Error('the document is not listed');
  await database.query('delete from storage.objects where id = $1', [object?.id]);
  return (await database.query(listed, [object?.id])).length;
}
