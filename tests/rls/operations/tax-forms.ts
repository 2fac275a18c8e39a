import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { existingClientForm } from '#tests/support/forms/tax-forms.ts';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf, type Response } from './outcome.ts';

type Run = (attempt: Attempt) => PromiseLike<Response>;

const year = officeDay(new Date(), 'America/New_York').year;
const form_data = existingClientForm;
const counting = { count: 'exact' } as const;

/** A has submitted this year's form and has a draft with changes; restored for each attempt. */
async function insertForm({ clients, portal, a }: Fixtures): Promise<string> {
  const own = clients['client A'];
  const sent = await own.from('tax_forms').upsert({ user_id: a, year, form_data }).select('id').single();
  if (sent.error) throw sent.error;
  const begun = await own.from('tax_form_drafts').insert({ user_id: a, year, form_data, version: 1 });
  if (begun.error) throw begun.error;
  await portal.database.query('delete from public.tax_forms where user_id <> $1', [a]);
  return sent.data.id;
}

const on =
  (attempt: Run) =>
  async (given: Attempt): Promise<Outcome> => {
    await insertForm(given.fixtures);
    return outcomeOf(await attempt(given));
  };

/** As above, after the return of the year was filed. */
const afterFiling =
  (attempt: Run) =>
  async (given: Attempt): Promise<Outcome> => {
    const { database } = given.fixtures.portal;
    await insertForm(given.fixtures);
    await database.query(
      `insert into public.tax_returns (user_id, year, kind, status) values ($1, $2, 'personal', 'e_filed')`,
      [given.fixtures.a, year],
    );
    try {
      return outcomeOf(await attempt(given));
    } finally {
      await database.query('delete from public.tax_returns where user_id = $1', [given.fixtures.a]);
    }
  };

const submit =
  (more: object = {}): Run =>
  ({ client, fixtures }) =>
    client.from('tax_forms').upsert({ user_id: fixtures.a, year, form_data, ...more }, counting);

const change =
  (values: (fixtures: Fixtures) => object): Run =>
  ({ client, fixtures }) =>
    client.from('tax_forms').update(values(fixtures), counting).eq('user_id', fixtures.a);

const saveDraft =
  (version: number): Run =>
  ({ client, fixtures }) =>
    client
      .from('tax_form_drafts')
      .upsert({ user_id: fixtures.a, year, form_data: { firstName: 'Ana' }, version }, counting);

const readsOf =
  (table: string): Run =>
  ({ client, fixtures }) =>
    client.from(table).select('*', counting).eq('user_id', fixtures.a);

const removes =
  (table: string): Run =>
  ({ client, fixtures }) =>
    client.from(table).delete(counting).eq('user_id', fixtures.a);

const reveal =
  (field: string, { get = false, unknownForm = false } = {}) =>
  async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const id = await insertForm(fixtures);
    const form_id = unknownForm ? randomUUID() : id;
    const { data, error, status } = await client.rpc('reveal_tax_answer', { form_id, field }, { get });
    if (error) return `${error.code}/${status}`;
    return data === existingClientForm.ssn ? 'ok' : 'false';
  };

const prints = async ({ client, fixtures }: Attempt): Promise<Outcome> => {
  const form_id = await insertForm(fixtures);
  const [form] = await fixtures.portal.database.query<{ seen: string }>(
    'select submitted_at::text as seen from public.tax_forms where id = $1',
    [form_id],
  );
  return outcomeOf(await client.rpc('record_form_print', { form_id, seen: form?.seen, with_numbers: true }));
};

export const taxFormOperations = {
  "read A's tax form": on(readsOf('tax_forms')),
  "submit A's tax form": on(submit()),
  "submit A's tax form with its own timestamp": on(submit({ submitted_at: '2001-01-01' })),
  "submit A's tax form for last year": on(submit({ year: year - 1 })),
  'submit an invalid tax form': on(submit({ form_data: { ...form_data, ssn: '1' } })),
  "submit A's tax form after filing": afterFiling(submit()),
  "change A's tax form": on(change(({ a }) => ({ user_id: a, form_data }))),
  "change A's tax form after filing": afterFiling(change(({ a }) => ({ user_id: a, form_data }))),
  "set the time of A's tax form": on(change(({ a }) => ({ user_id: a, submitted_at: '2001-01-01' }))),
  "set the id of A's tax form": on(change(({ a }) => ({ user_id: a, form_data, id: randomUUID() }))),
  "give A's tax form to B": on(change(({ b }) => ({ user_id: b, form_data }))),
  "delete A's tax form": on(removes('tax_forms')),
  "reveal A's SSN": reveal('ssn'),
  "reveal all numbers of A's tax form": async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const call = { form_id: await insertForm(fixtures), reason: 'To prepare the return' };
    const answer = await client.rpc('reveal_tax_form', call);
    if (!answer.error) expect(answer.data).toMatchObject({ ssn: existingClientForm.ssn });
    return outcomeOf(answer);
  },
  "reveal A's first name": reveal('firstName'),
  'reveal an answer that A left empty': reveal('routingNumber'),
  'reveal an answer of an unknown form': reveal('ssn', { unknownForm: true }),
  // A GET request is read-only, so the reveal could not be recorded.
  "reveal A's SSN with a GET request": reveal('ssn', { get: true }),
  "record a print of A's tax form": prints,
  "ask for the last print of A's tax form": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('last_form_print', { form_id: await insertForm(fixtures) })),
  "read A's draft": on(readsOf('tax_form_drafts')),
  "save A's draft": on(saveDraft(2)),
  "save A's draft with an old version": on(saveDraft(1)),
  "delete A's draft": on(removes('tax_form_drafts')),
  'read seals of schema nutmeg': on(({ client }) => client.schema('nutmeg').from('seals').select('*')),
};
