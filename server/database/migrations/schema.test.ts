import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { schemaOf } from '#tests/support/schema-sql.ts';
import { root } from '#tests/support/server/portal.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { MIGRATIONS } from './migration-files.ts';

async function schemaAfter(sql?: string): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  if (sql) await database.query(sql);
  return schemaOf(database.url, MIGRATIONS);
}
const committed = await readFile(join(root, 'database/schema.sql'), 'utf8');

test('database/schema.sql matches the migrations; if not, run `npm run types`', async () => {
  expect(committed).toBe(await schemaAfter());
});

test.each([
  ['a policy', 'create policy "all" on public.tax_forms to anon using (true)'],
  [
    'the body of a function',
    "create or replace function auth.role() returns text language sql as 'select null'",
  ],
])('the comparison notices %s', async (_what, change) => {
  expect(await schemaAfter(change)).not.toBe(committed);
});

test('a kind of object that the file would lack is an error', async () => {
  await expect(schemaAfter('create view public.forms as select id from public.tax_forms')).rejects.toThrow(
    "schema-sql.ts can't describe public.forms yet",
  );
});
