import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, insertPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { service } from '../support/rest-call.ts';

const { year: YEAR } = officeDay(new Date(), 'America/New_York');
const LONG_AGO = '2000-01-01';
let portal: TestPortal;
let admin: Person;
const idOf: Record<string, string> = {};

beforeAll(async () => {
  portal = await startPortal();
  admin = await createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Reyes' } });
  for (const [email, first_name, last_name, phone] of [
    ['rosa.nunez@example.com', 'Rosa', 'Núñez', '2035550188'],
    ['bjorn@example.com', 'Björn', 'O’Neill-Smith', '+47 22 12 34 56'],
    ['percent@example.com', '100%', 'a_b\\c', ''],
    ['nameless@example.com', '', '', ''],
  ] as const) {
    idOf[email] = await insertPerson(portal, { email, data: { first_name, last_name, phone } });
  }
});
afterAll(() => portal?.close());

async function found(filter: object): Promise<string[]> {
  const { data, error } = await admin.client.rpc('list_clients', filter).neq('role', 'admin').select('email');
  if (error) throw error;
  return (data as { email: string }[]).map(({ email }) => email);
}

describe('client list', () => {
  test.each([
    ['nunez', ['rosa.nunez@example.com']],
    ['NÚÑEZ', ['rosa.nunez@example.com']],
    ['rosa n', ['rosa.nunez@example.com']],
    ['bjo', ['bjorn@example.com']],
    ['o’neill-s', ['bjorn@example.com']],
    ["O'NEILL SMITH", ['bjorn@example.com']],
    ['oneill\u2011smith', ['bjorn@example.com']],
    ['Smith,   Björn', ['bjorn@example.com']],
    ['smith bjorn', ['bjorn@example.com']],
    ['Núñez, Rosa', ['rosa.nunez@example.com']],
    ['nunez bjorn', []],
    ['(203) 555-0188', ['rosa.nunez@example.com']],
    ['+1 203.555.0188', ['rosa.nunez@example.com']],
    ['001 203 555 0188', ['rosa.nunez@example.com']],
    ['555-0188', ['rosa.nunez@example.com']],
    ['+47 22123456', ['bjorn@example.com']],
    ['203 555 0189', []],
    ['100%', ['percent@example.com']],
    ['a_b\\c', ['percent@example.com']],
    ['%', ['percent@example.com']],
    ['nameless@', ['nameless@example.com']],
    ['nobody here', []],
  ])('finds by "%s"', async (term, emails) => {
    expect(await found({ term })).toEqual(emails);
  });

  test('has all clients without a search, newest first, in pages', async () => {
    const everybody = ['nameless', 'percent', 'bjorn', 'rosa.nunez'].map((name) => `${name}@example.com`);
    expect(await found({})).toEqual(everybody);
    const page = await admin.client
      .rpc('list_clients', {}, { count: 'exact' })
      .neq('role', 'admin')
      .range(1, 2);
    expect(page.count).toBe(4);
    expect((page.data as { email: string }[]).map(({ email }) => email)).toEqual(everybody.slice(1, 3));
  });

  test('can be filtered by form, return and new files, like the overview', async () => {
    const rosa = idOf['rosa.nunez@example.com'];
    const bjorn = idOf['bjorn@example.com'];
    await admin.client.rpc('start_return', { client_id: rosa, return_year: YEAR, return_kind: 'personal' });
    const { error } = await admin.client.storage
      .from('user-documents')
      .upload(`${bjorn}/from the office.txt`, new Blob(['x'], { type: 'text/plain' }));
    expect(error).toBeNull();
    await portal.database.query('update public.file_uploads set by_client = true where user_id = $1', [
      bjorn,
    ]);
    expect(await found({ return_status: 'not_started', list_year: YEAR })).toEqual([
      'rosa.nunez@example.com',
    ]);
    expect(await found({ return_status: 'none', list_year: YEAR })).not.toContain('rosa.nunez@example.com');
    expect(await found({ new_files_since: LONG_AGO })).toEqual(['bjorn@example.com']);
    expect(await found({ has_form: true, list_year: YEAR })).toEqual([]);
    expect(await found({ has_form: false, list_year: YEAR, term: 'rosa' })).toEqual([
      'rosa.nunez@example.com',
    ]);

    const { data } = await admin.client.rpc('client_overviews', {
      client_ids: [rosa, bjorn],
      list_year: YEAR,
      new_files_since: LONG_AGO,
    });
    expect(data).toEqual([
      expect.objectContaining({
        user_id: rosa,
        personal_status: 'not_started',
        new_files: 0,
        files: 0,
      }),
      expect.objectContaining({ user_id: bjorn, personal_status: null, new_files: 1, files: 1 }),
    ]);
  });

  test.each([
    {},
    { term: 'example' },
    { term: 'n' },
    { has_form: true, list_year: YEAR },
    { has_form: false, list_year: YEAR },
    { return_status: 'not_started', list_year: YEAR },
    { return_status: 'none', list_year: YEAR },
    { return_status: 'none', list_year: YEAR, has_form: true },
    { return_status: 'none', list_year: YEAR, has_form: false },
    { new_files_since: LONG_AGO },
    { new_files_since: LONG_AGO, term: 'bjo', has_form: false, list_year: YEAR, return_status: 'none' },
  ])('counts and pages what it lists with %o', async (filter) => {
    await insertPaperwork();
    const api = admin.client;
    const emails = (data: unknown) => (data as { email: string }[]).map(({ email }) => email);
    const all = emails((await api.rpc('list_clients', filter)).data);
    for (const options of [{ count: 'exact' }, { count: 'exact', get: true }] as const) {
      const page = await api.rpc('list_clients', filter, options).select('email').range(1, 2);
      // Beyond the last row, there is no such range.
      if (all.length > 0) expect(emails(page.data)).toEqual(all.slice(1, 3));
      if (all.length > 0) expect(page.count).toBe(all.length);
    }
    const uncounted = await api.rpc('list_clients', filter).select('email').range(1, 2);
    expect(emails(uncounted.data)).toEqual(all.slice(1, 3));
    const counted = await api.rpc('list_clients', filter, { count: 'exact', head: true });
    expect(counted.count).toBe(all.length);
    const byAggregate = await api.rpc('list_clients', filter).select('count').limit(2);
    expect(byAggregate.data).toEqual([{ count: all.length }]);
  });
});

/** Rosa has a form and two returns, Björn a form and no return. */
async function insertPaperwork(): Promise<void> {
  const [rosa, bjorn] = [idOf['rosa.nunez@example.com'], idOf['bjorn@example.com']];
  for (const user_id of [rosa, bjorn]) {
    const form = { user_id, year: YEAR, form_data: newClientForm };
    const { error } = await service(portal).from('tax_forms').upsert(form, { onConflict: 'user_id,year' });
    if (error) throw error;
  }
  await portal.database.query(
    `insert into public.tax_returns (user_id, year, kind) values ($1, $2, 'personal'), ($1, $2, 'business')
     on conflict do nothing`,
    [rosa, YEAR],
  );
}
