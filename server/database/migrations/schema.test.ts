import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { schemaOf } from '#tests/support/schema-sql.ts';
import { root } from '#tests/support/server/portal.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { MIGRATIONS } from './migrate.ts';

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

test('the comparison notices a policy', async () => {
  const change = 'create policy "all" on public.tax_forms to anon using (true)';
  expect(await schemaAfter(change)).not.toBe(committed);
});
