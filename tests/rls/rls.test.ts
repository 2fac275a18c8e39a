import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type Stage, setTheStage } from './stage.ts';
import { table } from './table.ts';
import type { Row } from './vocabulary.ts';

let portal: TestPortal;
let stage: Stage;

beforeAll(async () => {
  portal = await startPortal({ env: { CAPTCHA: 'embedded' } });
  stage = await setTheStage(portal);
});
afterAll(() => portal?.close());

const places = [...new Set(table.map(({ where }) => where))];
describe.each(places)('%s', (where) => {
  test.each(table.filter((row) => row.where === where))('$operation, as $as: $expect', async (row) => {
    expect(await stage.outcomeOf(row)).toBe(row.expect);
  });
});

describe('the table itself', () => {
  test('has at least 150 lines, no two the same', () => {
    const lines = table.map(({ where, operation, as }) => `${where}: ${operation}, as ${as}`);
    expect(lines.length).toBeGreaterThanOrEqual(150);
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
  });

  test('names every table of schema public', async () => {
    const tables = await portal.database.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
    );
    expect(tables.map(({ name }) => name).filter((name) => !places.includes(name))).toEqual([]);
  });

  test('names every function that a caller may use', async () => {
    const functions = await portal.database.query<{ name: string }>(
      `select distinct p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and (has_function_privilege('anon', p.oid, 'execute')
           or has_function_privilege('authenticated', p.oid, 'execute')
           or has_function_privilege('service_role', p.oid, 'execute'))
       order by 1`,
    );
    expect(functions.map(({ name }) => name).filter((name) => !places.includes(name))).toEqual([]);
  });

  test('tries to set every column of user_profiles', async () => {
    const columns = await portal.database.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = 'public.user_profiles'::regclass and attnum > 0 and not attisdropped`,
    );
    const tried = new Set(table.filter(({ as }) => as === 'client A').map(({ operation }) => operation));
    expect(columns.filter(({ name }) => !tried.has(`set A's ${name}` as Row['operation']))).toEqual([]);
  });

  test('every table has row level security on', async () => {
    expect(
      await portal.database.query(
        `select relnamespace::regnamespace || '.' || relname as name from pg_class
         where relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
           and relkind in ('r', 'p') and not relrowsecurity`,
      ),
    ).toEqual([]);
  });
});
