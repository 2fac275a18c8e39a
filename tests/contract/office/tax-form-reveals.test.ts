import { beforeAll, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm, plantedAnswers } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { rest } from '../support/rest-call.ts';

const portal = portalForFile();
let maria: Person;
let other: Person;
let staff: Person;
let form_id: string;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  [maria, other, staff] = await Promise.all([
    createPerson(portal),
    createPerson(portal),
    createPerson(portal, { role: 'admin' }),
  ]);
  const { data, error } = await maria.client
    .from('tax_forms')
    .upsert({ user_id: maria.id, year, form_data: newClientForm })
    .select('id')
    .single();
  if (error) throw error;
  form_id = data.id;
});

const reveal = (person: Person, field: string) => person.client.rpc('reveal_tax_answer', { form_id, field });
const recorded = () =>
  portal.database.query<{ actor_id: string; subject_id: string; details: { field: string } }>(
    `select actor_id, subject_id, details, host(address) as address from public.audit_log
     where action = 'tax_form.revealed' order by id`,
  );

describe('a sensitive answer', () => {
  test.each([
    ['ssn', '123-45-6789'],
    ['spouseSSN', '987-65-4321'],
    ['businessEin', '06-7654321'],
    ['routingNumber', '011000015'],
    ['accountNumber', '7788990011'],
    ['dependents.0.ssn', '222-33-4455'],
    ['dependents.1.ssn', '333-44-5566'],
  ])('%s can be revealed by staff, which is recorded without the value', async (field, value) => {
    expect(await reveal(staff, field)).toMatchObject({ error: null, data: value });
    const entry = (await recorded()).at(-1);
    expect(entry).toEqual({
      actor_id: staff.id,
      subject_id: maria.id,
      details: { form: form_id, year, field },
      address: '127.0.0.1',
    });
  });

  test('can’t be revealed by clients, and attempts are not recorded as reveals', async () => {
    const before = (await recorded()).length;
    for (const person of [maria, other]) {
      expect(await reveal(person, 'ssn')).toMatchObject({ status: 403, error: { code: '42501' } });
    }
    for (const field of ['firstName', 'dependents', 'dependents.7.ssn', 'dependents.0.firstName', '']) {
      expect((await reveal(staff, field)).error?.code).toMatch(/22023|P0002/);
    }
    expect(await recorded()).toHaveLength(before);
  });

  test('returns the answer of the requested form', async () => {
    const key = (await staff.client.auth.getSession()).data.session?.access_token ?? '';
    const { data } = await other.client
      .from('tax_forms')
      .upsert({ user_id: other.id, year, form_data: { ...newClientForm, ssn: '555-44-3333' } })
      .select('id')
      .single();
    const body = `{"form_id": "${data?.id}", "field": "ssn", "form_id": "${form_id}"}`;
    const answer = await rest(portal, '/rpc/reveal_tax_answer', { method: 'POST', key, body });
    const entry = (await recorded()).at(-1);
    expect(answer.json).toBe(entry?.subject_id === maria.id ? '123-45-6789' : '555-44-3333');
  });

  test('is not revealed if it can’t be recorded', async () => {
    const { data, error } = await staff.client.rpc(
      'reveal_tax_answer',
      { form_id, field: 'ssn' },
      { get: true },
    );
    expect([data, error?.code]).toEqual([null, '25006']);
  });

  test('is not revealed with tx=rollback, which would undo the record', async () => {
    const key = (await staff.client.auth.getSession()).data.session?.access_token ?? '';
    const before = (await recorded()).length;
    const answer = await rest(portal, '/rpc/reveal_tax_answer', {
      method: 'POST',
      key,
      headers: { prefer: 'tx=rollback' },
      body: { form_id, field: 'ssn' },
    });
    expect(answer.text).not.toContain('123-45-6789');
    expect(await recorded()).toHaveLength(before);
  });
});

describe('seals', () => {
  test('can’t be opened in another row', async () => {
    const { data } = await other.client
      .from('tax_forms')
      .upsert({ user_id: other.id, year, form_data: newClientForm })
      .select('id')
      .single();
    await portal.database.query(
      `update nutmeg.seals set wrapped_key = s.wrapped_key, sealed = s.sealed
       from nutmeg.seals s where seals.row_id = $1 and s.row_id = $2`,
      [data?.id, form_id],
    );
    const answer = await other.client.from('tax_forms').select('*');
    expect(answer).toMatchObject({ status: 500, data: null });
    expect(JSON.stringify(answer)).not.toContain('123-45-6789');
  });

  test('are required by the database', async () => {
    const insert = `insert into public.tax_forms (user_id, year, form_data) values ($1, $2, $3)`;
    for (const [form_data, why] of [
      [newClientForm, /tax_forms_form_data_check/],
      [{ dependents: [{ ssn: '222334455' }] }, /tax_forms_form_data_check/],
      [{ ssn: 123456789 }, /tax_forms_form_data_check/],
      [{ firstName: 'Ana' }, /written through the server only/],
    ] as const) {
      await expect(
        portal.database.query(insert, [staff.id, year, JSON.stringify(form_data)]),
      ).rejects.toThrow(why);
    }
    await expect(
      portal.database.query(
        `insert into public.tax_form_drafts (user_id, year, form_data) values ($1, $2, '{"ssn": "1"}')`,
        [staff.id, year],
      ),
    ).rejects.toThrow(/tax_form_drafts_form_data_check/);
  });

  test('are written for imports, which keep their time and send no notices', async () => {
    const [before] = await portal.database.query('select count(*) from public.email_queue');
    await portal.database.query(`
      select set_config('nutmeg.seal', '{"table": "tax_forms", "key": "00", "sealed": "00"}', true);
      insert into public.tax_forms (user_id, year, form_data, submitted_at)
      values ('${staff.id}', ${year - 1}, '{"firstName": "Ana"}', '${year}-02-03T04:05:06Z')`);
    const rows = await portal.database.query(
      `select f.submitted_at, s.sealed from public.tax_forms f join nutmeg.seals s on s.row_id = f.id
       where f.user_id = $1`,
      [staff.id],
    );
    expect(rows).toEqual([{ submitted_at: new Date(`${year}-02-03T04:05:06Z`), sealed: Buffer.of(0) }]);
    expect(await portal.database.query('select count(*) from public.email_queue')).toEqual([before]);
  });

  test('leave no sensitive answer in clear in the database', async () => {
    const tables = await portal.database.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'nutmeg', 'auth', 'storage') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const [dump] = await portal.database.query<{ text: string | null }>(
        `select string_agg(t::text, ' ') as text from ${name} t`,
      );
      // A hash or an id may hold any nine digits.
      const holds = (secret: string) =>
        new RegExp(`(?<![0-9a-f])${secret}(?![0-9a-f])`).test(dump?.text ?? '');
      for (const secret of plantedAnswers) expect([name, holds(secret)]).toEqual([name, false]);
    }
    for (const secret of plantedAnswers) expect(await portal.output()).not.toContain(secret);
  });
});

test('limits reveals per session', async () => {
  const thief = await createPerson(portal, { role: 'admin' });
  const { id } = thief;
  await portal.database.query(
    `insert into public.audit_log (actor_id, action, subject_id)
     select $1, 'tax_form.revealed', $2 from generate_series(1, 299)`,
    [id, maria.id],
  );
  expect((await reveal(thief, 'ssn')).error).toBeNull();
  expect(await reveal(thief, 'ssn')).toMatchObject({ status: 429, error: { code: 'PT429' } });
  expect((await reveal(staff, 'ssn')).error).toBeNull();
});
