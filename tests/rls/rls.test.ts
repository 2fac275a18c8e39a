import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { createFixtures, runRow } from './fixtures.ts';
import type { Row } from './rows.ts';
import { secondFactor } from './table/second-factor.ts';
import { table } from './table.ts';
import { byTier } from './tiers.ts';
import type { Fixtures } from './types.ts';

let portal: TestPortal;
let fixtures: Fixtures;

beforeAll(async () => {
  portal = await startPortal({ env: { CAPTCHA: 'embedded', STAFF_MFA: 'required' } });
  fixtures = await createFixtures(portal);
});
afterAll(() => portal?.close());

const rows = [...table, ...secondFactor];
const { fast, full } = byTier(rows);
const resources = [...new Set(rows.map(({ resource }) => resource))];
describe.each(resources)('%s', (resource) => {
  const ofResource = (row: Row) => row.resource === resource;
  const check = async (row: Row) => expect(await runRow(row, fixtures)).toBe(row.expect);
  test.each(fast.filter(ofResource))('$operation, as $as: $expect', check);
  const others = full.filter(ofResource);
  test.runIf(others.length > 0)('other callers', { tags: ['permissions'] }, async () => {
    for (const row of others) {
      const { operation, as } = row;
      expect.soft(await runRow(row, fixtures).catch(String), `${operation}, as ${as}`).toBe(row.expect);
    }
  });
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

  test('has a fast row without a second factor wherever that makes a difference', () => {
    const expected = (operation: string, as: string) =>
      rows.find((row) => row.operation === operation && row.as === as)?.expect;
    const tried = new Set(
      fast.filter(({ as }) => as.includes(' without second factor')).map((row) => row.operation),
    );
    const untried = table.filter(
      ({ operation, as, expect }) =>
        (as === 'admin' || as === 'super') &&
        expected(operation, `${as} without second factor`) !== expect &&
        !tried.has(operation),
    );
    expect(untried).toEqual([]);
  });

  test('every table asks for the second step, except where it is for staff or for visitors', async () => {
    const open = await portal.database.query<{ name: string }>(
      `select distinct tablename || ', ' || cmd as name from pg_policies p
       where schemaname = 'public' and permissive = 'PERMISSIVE' and roles && '{authenticated,public}'
         -- These ask for it themselves.
         and concat(qual, with_check) !~ 'is_staff\\(\\)|is_office\\(\\)|is_super\\(\\)'
         and not exists (
           select from pg_policies r where r.schemaname = p.schemaname and r.tablename = p.tablename
             and r.permissive = 'RESTRICTIVE' and coalesce(r.qual, r.with_check) ~ 'mfa_pending'
         )
       order by 1`,
    );
    expect(open.map(({ name }) => name)).toEqual([
      'contact_submissions, INSERT',
      'contact_submissions, SELECT',
      'email_queue, INSERT',
    ]);
  });

  test('every function that reaches a client’s data asks for the second step, or for staff', async () => {
    const open = await portal.database.query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute')
         and p.prosrc !~ 'mfa_pending|require_staff|require_office|require_super|session_has_mfa'
         -- The staff's own step says nothing about that of a client.
         and (p.prosrc ~ 'my_clients' or p.prosrc ~ 'auth\\.uid' and p.prosrc !~ 'is_staff\\(\\)|is_office\\(\\)|is_super\\(\\)')
       order by 1`,
    );
    expect(open.map(({ name }) => name)).toEqual(['is_office', 'is_staff', 'is_super']);
  });

  test('reception is let in where this list says so', async () => {
    const open = await portal.database.query<{ name: string }>(
      `select p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p where p.prosrc ~ '(is|require)_office\\(\\)'
       union select p.schemaname || '.' || p.tablename || ', ' || p.cmd from pg_policies p
       where concat(p.qual, p.with_check) ~ 'is_office\\(\\)'
       order by 1`,
    );
    expect(open.map(({ name }) => name)).toEqual(openToReception);
  });

  test('one function reads the level of a token', async () => {
    const readers = await portal.database.query<{ name: string }>(
      `select proname as name from pg_proc
       where prosrc ~ '''aal''' and pronamespace::regnamespace::text in ('public', 'nutmeg', 'auth', 'storage')
       union select tablename || ': ' || policyname from pg_policies where qual ~ '''aal''' or with_check ~ '''aal'''`,
    );
    expect(readers).toEqual([{ name: 'session_has_mfa' }]);
  });

  test('no function sets a setting whose name it was given', async () => {
    const setters = await portal.database.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace::regnamespace::text in ('public', 'nutmeg', 'auth', 'storage', 'rest')
         and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~* 'set_config\\s*\\(\\s*[^''[:space:]]'`,
    );
    expect(setters).toEqual([]);
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

/** Each has its reason in docs/architecture/reception.md. */
const openToReception = [
  'nutmeg.queue_appointment_mail',
  'nutmeg.require_office',
  'nutmeg.sees_all_clients',
  'nutmeg.serialize_bookings',
  'nutmeg.write_appointment_letter',
  'public.add_appointment',
  'public.appointments, SELECT',
  'public.appointments, UPDATE',
  'public.appointments_of',
  'public.bad_address_of',
  'public.calendar_blocks, DELETE',
  'public.calendar_blocks, INSERT',
  'public.calendar_blocks, SELECT',
  'public.client_overviews',
  'public.contact_replies, SELECT',
  'public.contact_submissions, SELECT',
  'public.contact_submissions, UPDATE',
  'public.mark_thread_read',
  'public.messages_of',
  'public.office_queues',
  'public.people_found',
  'public.profiles_of_addresses',
  'public.reply_mails',
  'public.reply_to_message',
  'public.schedule_appointment',
  'public.search_everything',
  'public.settle_question',
  'public.settle_thread',
  'public.thread_has_reader',
  'public.thread_messages, SELECT',
  'public.thread_reads, SELECT',
  'public.thread_states',
  'public.user_profiles, SELECT',
  'public.waiting_thread_counts',
  'public.waiting_threads',
  'public.write_to_client',
  'rest.seen_clients',
];
