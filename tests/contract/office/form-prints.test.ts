import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm, plantedAnswers } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients } from '../support/merges.ts';
import { rest } from '../support/rest-call.ts';

const portal = portalForFile('visitors');
let maria: Person;
let staff: Person;
const { year } = officeDay(new Date(), 'America/New_York');
const named = { first_name: 'Dana', last_name: 'Lee' };

beforeAll(async () => {
  staff = await createPerson(portal, { role: 'super', data: named });
});
beforeEach(async () => {
  maria = await createPerson(portal);
});

/** Submits the form of `person`. Returns what the viewer knows. */
async function submit(person = maria, form_data: object = newClientForm) {
  const { data } = await person.client
    .from('tax_forms')
    .upsert({ user_id: person.id, year, form_data })
    .select('id, submitted_at')
    .single()
    .throwOnError();
  return { form_id: String(data.id), seen: String(data.submitted_at) };
}

const print = (form: { form_id: string; seen: string }, with_numbers = false, by = staff) =>
  by.client.rpc('record_form_print', { ...form, with_numbers });
const lastPrint = async (form_id: string, by = staff) => by.client.rpc('last_form_print', { form_id });
const recorded = (action: string) =>
  portal.database.query<{ actor_id: string; details: Record<string, unknown> }>(
    'select actor_id, details from public.audit_log where action = $1 and subject_id = $2 order by id',
    [action, maria.id],
  );

describe('a print', () => {
  test('is recorded, and nothing has changed since', async () => {
    const form = await submit();
    expect(await lastPrint(form.form_id)).toMatchObject({ error: null, data: null });
    expect((await print(form, true)).error).toBeNull();
    expect((await lastPrint(form.form_id)).data).toEqual({
      form_id: form.form_id,
      printed_at: expect.any(String),
      printed_by: 'Dana Lee',
      with_numbers: true,
      changed: [],
    });
    expect(await recorded('tax_form.printed')).toEqual([
      { actor_id: staff.id, details: { form: form.form_id, year, numbers: true } },
    ]);
  });

  test('knows what changed since, a number with the same last digits too, and shows no answer', async () => {
    await print(await submit());
    const again = await submit(maria, {
      ...newClientForm,
      city: 'Hamden',
      ssn: '124-45-6789',
      dependents: [{ ...newClientForm.dependents[0], ssn: '222-34-4455' }, newClientForm.dependents[1]],
    });
    const { data } = await lastPrint(again.form_id);
    expect(data).toMatchObject({ changed: ['city', 'ssn', 'dependents.0.ssn'] });
    for (const secret of [...plantedAnswers, '124-45-6789', '222-34-4455', 'Hamden'])
      expect(JSON.stringify(data)).not.toContain(secret);
    expect((await print(again)).error).toBeNull();
    expect((await lastPrint(again.form_id)).data).toMatchObject({ changed: [], with_numbers: false });
  });

  test('is refused if the form was submitted again in the meantime', async () => {
    const old = await submit();
    const again = await submit(maria, { ...newClientForm, city: 'Hamden' });
    expect(await print(old)).toMatchObject({ status: 409, error: { code: 'PT409' } });
    expect(await recorded('tax_form.printed')).toEqual([]);
    expect((await lastPrint(again.form_id)).data).toBeNull();
  });

  test('is for staff only', async () => {
    const form = await submit();
    for (const call of [print(form, false, maria), lastPrint(form.form_id, maria)])
      expect(await call).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await recorded('tax_form.printed')).toEqual([]);
  });

  test('is still known after a merge gave the form to another client', async () => {
    const form = await submit();
    await print(form);
    const target = await createPerson(portal);
    const merged = await mergeClients(portal.url, staff.client, { source: maria.id, target: target.id });
    expect(merged).toMatchObject({ status: 200 });
    expect((await lastPrint(form.form_id)).data).toMatchObject({ changed: [] });
  });

  test('is deleted with the form', async () => {
    const form = await submit();
    await print(form);
    await portal.database.query('delete from public.tax_forms where id = $1', [form.form_id]);
    expect(
      await portal.database.query('select from nutmeg.form_prints where form_id = $1', [form.form_id]),
    ).toEqual([]);
  });
});

describe('all numbers of a form', () => {
  const reveal = (form_id: string, by = staff, options = {}) =>
    by.client.rpc('reveal_tax_form', { form_id, reason: ' To prepare the return ' }, options);
  const paths = [
    'accountNumber',
    'businessEin',
    'dependents.0.ssn',
    'dependents.1.ssn',
    'routingNumber',
    'spouseSSN',
    'ssn',
  ];

  test('are one entry in the record, with their names and the reason', async () => {
    const { form_id } = await submit();
    expect((await reveal(form_id)).data).toMatchObject({ ssn: '123-45-6789', accountNumber: '7788990011' });
    const entries = await recorded('tax_form.revealed');
    expect(entries).toEqual([
      {
        actor_id: staff.id,
        details: {
          form: form_id,
          year,
          fields: expect.arrayContaining(paths),
          reason: 'To prepare the return',
        },
      },
    ]);
    expect(entries[0]?.details.fields).toHaveLength(paths.length);
  });

  test('are not shown if that can’t be recorded', async () => {
    const { form_id } = await submit();
    expect(await reveal(form_id, staff, { get: true })).toMatchObject({
      data: null,
      error: { code: '25006' },
    });
    const key = (await staff.client.auth.getSession()).data.session?.access_token ?? '';
    const undone = await rest(portal, '/rpc/reveal_tax_form', {
      method: 'POST',
      key,
      headers: { prefer: 'tx=rollback' },
      body: { form_id, reason: 'To prepare the return' },
    });
    expect(undone.text).not.toContain('123-45-6789');
    expect(await recorded('tax_form.revealed')).toEqual([]);
  });

  test('count one by one against the limit that they share with single numbers', async () => {
    const thief = await createPerson(portal, { role: 'admin' });
    const { form_id } = await submit();
    await portal.database.query(
      `insert into public.audit_log (actor_id, action, subject_id)
       select $1, 'tax_form.revealed', $2 from generate_series(1, 287)`,
      [thief.id, staff.id],
    );
    expect((await reveal(form_id, thief)).error).toBeNull();
    // 294 of 300: seven more are too many, six single ones are not.
    expect(await reveal(form_id, thief)).toMatchObject({ status: 429, error: { code: 'PT429' } });
    const one = () => thief.client.rpc('reveal_tax_answer', { form_id, field: 'ssn' });
    for (let more = 0; more < 6; more++) expect((await one()).error).toBeNull();
    expect(await one()).toMatchObject({ status: 429, error: { code: 'PT429' } });
    expect((await reveal(form_id)).error).toBeNull();
  });

  test('of an archived client are shown too, and clients are refused', async () => {
    const { form_id } = await submit();
    await staff.client.rpc('archive_client', { client_id: maria.id, archived: true }).throwOnError();
    expect((await reveal(form_id)).data).toMatchObject({ ssn: '123-45-6789' });
    expect(await reveal(form_id, maria)).toMatchObject({ status: 403, error: { code: '42501' } });
  });
});
