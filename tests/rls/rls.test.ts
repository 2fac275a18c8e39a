import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { createFixtures, runRow } from './fixtures.ts';
import type { Row } from './rows.ts';
import { table } from './table.ts';
import { byTier } from './tiers.ts';
import type { Fixtures } from './types.ts';

let portal: TestPortal;
let fixtures: Fixtures;

beforeAll(async () => {
  portal = await startPortal({ env: { CAPTCHA: 'embedded' } });
  fixtures = await createFixtures(portal);
});
afterAll(() => portal?.close());

const resources = [...new Set(table.map(({ resource }) => resource))];
describe.each(resources)('%s', (resource) => {
  const { fast, full } = byTier(table.filter((row) => row.resource === resource));
  const check = async (row: Row) => expect(await runRow(row, fixtures)).toBe(row.expect);
  test.each(fast)('$operation, as $as: $expect', check);
  test.each(full)('$operation, as $as: $expect', { tags: ['permissions'] }, check);
});

describe('the table', () => {
  test('has every table of schema public', async () => {
    const tables = await portal.database.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
    );
    expect(tables.map(({ name }) => name).filter((name) => !resources.includes(name))).toEqual([]);
  });

  test('has every function that a caller may execute', async () => {
    const functions = await portal.database.query<{ name: string }>(
      `select distinct p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and (has_function_privilege('anon', p.oid, 'execute')
           or has_function_privilege('authenticated', p.oid, 'execute')
           or has_function_privilege('service_role', p.oid, 'execute'))
       order by 1`,
    );
    expect(functions.map(({ name }) => name).filter((name) => !resources.includes(name))).toEqual([]);
  });

  test('sets every column of user_profiles', async () => {
    const columns = await portal.database.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = 'public.user_profiles'::regclass and attnum > 0 and not attisdropped`,
    );
    const rowsFor = new Set(table.filter(({ as }) => as === 'client A').map(({ operation }) => operation));
    expect(columns.filter(({ name }) => !rowsFor.has(`set A's ${name}` as Row['operation']))).toEqual([]);
  });

  test('row level security is on for every table', async () => {
    expect(
      await portal.database.query(
        `select relnamespace::regnamespace || '.' || relname as name from pg_class
         where relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
           and relkind in ('r', 'p') and not relrowsecurity`,
      ),
    ).toEqual([]);
  });
});
