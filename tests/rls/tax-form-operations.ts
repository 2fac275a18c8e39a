import { randomUUID } from 'node:crypto';
import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import { officeDay } from '#domain/office-time/office-day.ts';
import { existingClientForm } from '#tests/support/tax-forms.ts';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}
type Attempt = (attempt: Try) => PromiseLike<PostgrestSingleResponse<unknown>>;

const year = officeDay(new Date(), 'America/New_York').year;
const form_data = existingClientForm;
const counting = { count: 'exact' } as const;

/** A has sent this year's form and begun to change it: each try finds that anew. */
async function layOut({ clients, portal, a }: Cast): Promise<string> {
  const own = clients['client A'];
  const sent = await own.from('tax_forms').upsert({ user_id: a, year, form_data }).select('id').single();
  if (sent.error) throw sent.error;
  const begun = await own.from('tax_form_drafts').insert({ user_id: a, year, form_data, version: 1 });
  if (begun.error) throw begun.error;
  await portal.database.query('delete from public.tax_forms where user_id <> $1', [a]);
  return sent.data.id;
}

const on =
  (attempt: Attempt) =>
  async (given: Try): Promise<Outcome> => {
    await layOut(given.cast);
    return outcome(await attempt(given));
  };

/** The same after the return of the year was filed. */
const afterFiling =
  (attempt: Attempt) =>
  async (given: Try): Promise<Outcome> => {
    const { database } = given.cast.portal;
    await layOut(given.cast);
    await database.query(
      `insert into public.tax_returns (user_id, year, kind, status) values ($1, $2, 'personal', 'e_filed')`,
      [given.cast.a, year],
    );
    try {
      return outcome(await attempt(given));
    } finally {
      await database.query('delete from public.tax_returns where user_id = $1', [given.cast.a]);
    }
  };

const submit =
  (more: object = {}): Attempt =>
  ({ client, cast }) =>
    client.from('tax_forms').upsert({ user_id: cast.a, year, form_data, ...more }, counting);

const change =
  (values: (cast: Cast) => object): Attempt =>
  ({ client, cast }) =>
    client.from('tax_forms').update(values(cast), counting).eq('user_id', cast.a);

const saveDraft =
  (version: number): Attempt =>
  ({ client, cast }) =>
    client
      .from('tax_form_drafts')
      .upsert({ user_id: cast.a, year, form_data: { firstName: 'Ana' }, version }, counting);

const readsOf =
  (table: string): Attempt =>
  ({ client, cast }) =>
    client.from(table).select('*', counting).eq('user_id', cast.a);

const removes =
  (table: string): Attempt =>
  ({ client, cast }) =>
    client.from(table).delete(counting).eq('user_id', cast.a);

const reveal =
  (field: string, { get = false, unknownForm = false } = {}) =>
  async ({ client, cast }: Try): Promise<Outcome> => {
    const id = await layOut(cast);
    const form_id = unknownForm ? randomUUID() : id;
    const { data, error, status } = await client.rpc('reveal_tax_answer', { form_id, field }, { get });
    if (error) return `${error.code}/${status}`;
    return data === existingClientForm.ssn ? 'ok' : 'false';
  };

export const taxFormOperations = {
  "read A's tax form": on(readsOf('tax_forms')),
  "submit A's tax form": on(submit()),
  "submit A's tax form with another clock": on(submit({ submitted_at: '2001-01-01' })),
  "submit A's tax form for last year": on(submit({ year: year - 1 })),
  'submit a tax form that the page would refuse': on(submit({ form_data: { ...form_data, ssn: '1' } })),
  "submit A's tax form after filing": afterFiling(submit()),
  "change A's tax form": on(change(({ a }) => ({ user_id: a, form_data }))),
  "change A's tax form after filing": afterFiling(change(({ a }) => ({ user_id: a, form_data }))),
  "set the time of A's tax form": on(change(({ a }) => ({ user_id: a, submitted_at: '2001-01-01' }))),
  "set the id of A's tax form": on(change(({ a }) => ({ user_id: a, form_data, id: randomUUID() }))),
  "give A's tax form to B": on(change(({ b }) => ({ user_id: b, form_data }))),
  "delete A's tax form": on(removes('tax_forms')),
  "reveal A's SSN": reveal('ssn'),
  "reveal A's first name": reveal('firstName'),
  'reveal an answer that A has not given': reveal('routingNumber'),
  'reveal an answer of no form': reveal('ssn', { unknownForm: true }),
  // A query can't write, so it can't be recorded either.
  "reveal A's SSN by a query": reveal('ssn', { get: true }),
  "read A's draft": on(readsOf('tax_form_drafts')),
  "save A's draft": on(saveDraft(2)),
  "save A's draft from a device that is behind": on(saveDraft(1)),
  "delete A's draft": on(removes('tax_form_drafts')),
  'read seals of schema nutmeg': on(({ client }) => client.schema('nutmeg').from('seals').select('*')),
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return `rows:${count ?? -1}`;
}
