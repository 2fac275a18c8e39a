import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { officeOf, writeToOffice } from '#tests/contract/support/conversation.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { noonZone } from '#tests/support/noon-zone.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { reminderRounds, year } from '#tests/support/server/reminder-rounds.ts';
import { openRequests } from './open-requests.ts';

let portal: TestPortal;
let database: Database;
let rounds: ReturnType<typeof reminderRounds>;
let maria: Person;
let number: string;
let last = 1000;
const WORDING = 'I agree to get automated texts from this office. Reply STOP to end.';
/** What could not be sent. */
const warned: object[] = [];

beforeAll(async () => {
  portal = await startPortal();
  database = openDatabase({ url: portal.database.url, onIdleError: () => undefined });
  rounds = reminderRounds({ portal, database, warn: (fields) => void warned.push(fields) });
});
afterAll(async () => {
  await database?.close();
  await portal?.close();
});
beforeEach(async () => {
  maria = await createPerson(portal);
  await portal.database.query('update auth.sessions set time_zone = $2 where user_id = $1', [
    maria.id,
    noonZone,
  ]);
  number = `+1203555${++last}`;
  await portal.database.query('update public.user_profiles set phone = $2 where user_id = $1', [
    maria.id,
    number,
  ]);
});

const ask = (name: string, daysAgo: number, client = maria.id) => rounds.ask(client, name, daysAgo);
const look = (client = maria.id, now = Date.now) => rounds.look(client, now);
const reminders = (client = maria.id) => rounds.reminders(client);

test('what is due is in one mail, with everything of its kind', async () => {
  await ask('w-2', 3);
  await ask('id', 1);
  await look();
  await look();
  expect(await reminders()).toEqual([
    {
      groups: [{ source: 'documents', year, count: 2, due_on: null }],
      has_mail: true,
      has_text: false,
    },
  ]);
  const mail = await portal.mailTo(maria.email, ({ subject }) => subject === 'A reminder from our office');
  expect(mail.text).toContain(`Documents we still need for ${year}: 2`);
  expect(mail.text).toContain('/pause-reminders#');
  expect(mail.text).not.toMatch(/\sw-2\b/i);
});

test('an extension is a date of the year in which it is due', async () => {
  await ask('w-2', 3);
  await portal.database.query(
    `insert into public.client_dates (client_id, kind, year, due_on) values ($1, 'extension', $2, $3)`,
    [maria.id, year - 1, `${year}-12-31`],
  );
  await look();
  expect(await reminders()).toMatchObject([
    { groups: [{ source: 'documents', year, due_on: `${year}-12-31` }] },
  ]);
});

test('a letter asks only for the form of the year in which it was sent', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  await clerk.client
    .rpc('send_client_letter', { client_id: maria.id, letter_template: 'form_reminder' })
    .throwOnError();
  expect(await database.asOwner((tx) => openRequests(tx, maria.id))).toMatchObject([
    { source: 'form', year },
  ]);
  const undone = new Error('undone');
  let found: unknown;
  const nextYear = database.asOwner(async (tx) => {
    await tx.query(
      `create or replace function nutmeg.office_year() returns int language sql stable as 'select ${year + 1}'`,
    );
    found = await openRequests(tx, maria.id);
    throw undone;
  });
  await expect(nextYear).rejects.toBe(undone);
  expect(found).toEqual([]);
});

test('a client that another server looks at holds up no other client', async () => {
  const john = await createPerson(portal);
  for (const { id } of [maria, john]) {
    await portal.database.query('update auth.sessions set time_zone = $2 where user_id = $1', [id, noonZone]);
    await ask('w-2', 3, id);
    await portal.database.query(
      `insert into nutmeg.reminder_rounds values ($1, now() - interval '1 second')
       on conflict (client_id) do update set next_look = excluded.next_look`,
      [id],
    );
  }
  await database.asOwner(async (other) => {
    await other.query('select from nutmeg.reminder_rounds where client_id = $1 for update', [maria.id]);
    await rounds.remind();
    expect(await reminders(maria.id)).toEqual([]);
  });
  expect(await reminders(john.id)).toHaveLength(1);
});

test('what has come since is not reminded of', async () => {
  await ask('w-2', 3);
  await portal.database.query(`update public.checklist_items set state = 'sent' where user_id = $1`, [
    maria.id,
  ]);
  await look();
  expect(await reminders()).toEqual([]);
});

test('what a letter asks for is reminded of, typed or on the list, until it is answered', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  await maria.client
    .from('tax_forms')
    .insert({ user_id: maria.id, year, form_data: newClientForm })
    .throwOnError();
  await clerk.client
    .rpc('send_client_letter', {
      client_id: maria.id,
      letter_template: 'document_request',
      letter_items: ['Your W-2 forms', 'The lease', 'A voided check'],
      list_year: year,
      list_items: ['w-2'],
    })
    .throwOnError();
  await portal.database.query(
    `update public.checklist_items set state = 'confirmed' where user_id = $1 and title = 'A voided check'`,
    [maria.id],
  );
  await look(maria.id, () => Date.now() + 3 * 24 * 60 * 60 * 1000);
  expect(await reminders()).toMatchObject([{ groups: [{ source: 'documents', year, count: 2 }] }]);
});

test('questions are reminded of until the client answers or writes', async () => {
  const { toClient } = officeOf(await createPerson(portal, { role: 'admin' }));
  await toClient(maria, 'Which bank?', { is_question: true }).throwOnError();
  await toClient(maria, 'Did you move?', { is_question: true }).throwOnError();
  await portal.database.query(
    `update public.thread_messages set created_at = now() - interval '3 days' where client_id = $1`,
    [maria.id],
  );
  await look();
  expect(await reminders()).toMatchObject([{ groups: [{ source: 'question', year: null, count: 2 }] }]);
  await portal.database.query(`update nutmeg.reminders set day = day - 4 where client_id = $1`, [maria.id]);
  await portal.database.query(
    `update public.thread_messages set created_at = now() - interval '7 days' where client_id = $1`,
    [maria.id],
  );
  const { data: answer } = await writeToOffice(maria, 'Both are in my letter of May.').throwOnError();
  // No longer a sign of life of today.
  await portal.database.query(
    `update public.thread_messages set created_at = now() - interval '2 days' where id = $1`,
    [answer.id],
  );
  await look();
  expect(await reminders()).toHaveLength(1);
});

test.each([
  ['a message', () => writeToOffice(maria, 'I am on vacation.').throwOnError()],
  [
    'a saved form',
    () =>
      maria.client
        .from('tax_form_drafts')
        .insert({ user_id: maria.id, year, form_data: { firstName: 'Maria' } })
        .throwOnError(),
  ],
  [
    'an answer on the list',
    () =>
      portal.database.query(
        `insert into public.checklist_items (user_id, year, item, state, reason, updated_by)
         values ($1, $2, 'mortgage', 'not_available', 'I rent', $1)`,
        [maria.id, year],
      ),
  ],
])('none go out on the day after %s', async (_sign, act) => {
  await ask('w-2', 3);
  await act();
  await look();
  expect(await reminders()).toEqual([]);
});

test('fees are reminded of until they are paid', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  const id = crypto.randomUUID();
  await clerk.client
    .rpc('save_invoice', {
      invoice_id: id,
      client_id: maria.id,
      lines: [{ kind: 'service', description: 'Return', quantity: 1, unit_cents: 45_000 }],
      due_on: new Date().toISOString().slice(0, 10),
    })
    .throwOnError();
  await clerk.client.rpc('issue_invoice', { invoice_id: id }).throwOnError();
  await look();
  expect(await reminders()).toEqual([]);
  // An issued bill never changes; here, three days pass.
  await portal.database.query(
    `begin;
     alter table public.invoices disable trigger user;
     update public.invoices set issued_at = now() - interval '3 days', due_on = (now() at time zone '${noonZone}')::date - 3 where id = '${id}';
     alter table public.invoices enable trigger user;
     commit`,
  );
  await look();
  expect(await reminders()).toMatchObject([{ groups: [{ source: 'payment', year: null, count: 1 }] }]);
  const mail = await portal.mailTo(maria.email, ({ text }) => text?.includes('paid yet') ?? false);
  expect(mail.text).toContain('Fees that aren’t paid yet: 1');
  expect(mail.text).not.toContain('450.00');
  const next = async () => {
    const { data } = await clerk.client.functions.invoke<{ next: object | null }>(
      `reminders?client=${maria.id}`,
      { method: 'GET' },
    );
    return data?.next;
  };
  expect(await next()).toMatchObject({ groups: [{ source: 'payment' }] });
  await clerk.client
    .rpc('record_payment', {
      transaction_id: crypto.randomUUID(),
      client_id: maria.id,
      invoice_id: id,
      amount_cents: 45_000,
      method: 'check',
    })
    .throwOnError();
  expect(await next()).toBeNull();
});

test('documents wait for a day while staff sort what has just been uploaded', async () => {
  await ask('w-2', 3);
  const { error } = await maria.client.storage
    .from('user-documents')
    .upload(`${maria.id}/${year}/w-2.txt`, new Blob(['W-2'], { type: 'text/plain' }));
  expect(error).toBeNull();
  await look();
  expect(await reminders()).toEqual([]);
  await portal.database.query(
    `update nutmeg.last_uploads set at = now() - interval '25 hours' where client_id = $1`,
    [maria.id],
  );
  await look();
  expect(await reminders()).toHaveLength(1);
});

test.each(['week', 'always'])('paused for %s, none go out, until they are turned on', async (how) => {
  await ask('w-2', 3);
  await maria.client.rpc('pause_reminders', { client_id: maria.id, how }).throwOnError();
  await look();
  expect(await reminders()).toEqual([]);
  await maria.client.rpc('pause_reminders', { client_id: maria.id, how: 'none' }).throwOnError();
  await look();
  expect(await reminders()).toHaveLength(1);
});

test('none go out when staff have turned them off', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  await ask('w-2', 3);
  await clerk.client.rpc('turn_reminders', { client_id: maria.id, off: true }).throwOnError();
  await look();
  expect(await reminders()).toEqual([]);
});

test('a person who agreed gets a text too, but not after STOP', async () => {
  await ask('w-2', 3);
  await maria.client.rpc('agree_to_texts', { wording: WORDING }).throwOnError();
  await look();
  expect(await reminders()).toMatchObject([{ has_mail: true, has_text: true }]);
  await portal.database.query('delete from nutmeg.reminders where client_id = $1', [maria.id]);
  await portal.database.query(`select nutmeg.receive_text($1, $1, 'stop')`, [number]);
  await look();
  expect(await reminders()).toMatchObject([{ has_mail: true, has_text: false }]);
});

test('a client who is new waits for the first morning', async () => {
  await ask('w-2', 3);
  await portal.database.query('insert into nutmeg.reminder_rounds (client_id) values ($1)', [maria.id]);
  await rounds.remind();
  expect(await reminders()).toEqual([]);
  const [round] = await portal.database.query<{ is_later: boolean }>(
    'select next_look > now() as is_later from nutmeg.reminder_rounds where client_id = $1',
    [maria.id],
  );
  expect(round?.is_later).toBe(true);
});

test('the letter and the text are in the language of the person', async () => {
  await portal.database.query(`update public.user_profiles set language = 'es' where user_id = $1`, [
    maria.id,
  ]);
  await ask('w-2', 3);
  await maria.client.rpc('agree_to_texts', { wording: WORDING }).throwOnError();
  await look();
  const mail = await portal.mailTo(
    maria.email,
    ({ subject }) => subject === 'Un recordatorio de nuestra oficina',
  );
  expect(mail.text).toContain(`Documentos que aún necesitamos para ${year}: 1`);
  expect(
    await portal.database.query(
      `select t.language from nutmeg.texts t join nutmeg.reminders r on r.text_id = t.id where r.client_id = $1`,
      [maria.id],
    ),
  ).toEqual([{ language: 'es' }]);
});

test('a client without a login gets none', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  const id = crypto.randomUUID();
  await clerk.client
    .rpc('save_client', {
      client_id: id,
      kind: 'person',
      first_name: 'Walk',
      last_name: 'In',
      phone: '(203) 555-0143',
    })
    .throwOnError();
  await clerk.client.rpc('record_spoken_consent', { client_id: id, wording: WORDING }).throwOnError();
  await ask('w-2', 3, id);
  await look(id);
  expect(await reminders(id)).toEqual([]);
});

test('a client whose reminder fails does not hold up the others', async () => {
  const ana = await createPerson(portal);
  await portal.database.query('update auth.sessions set time_zone = $2 where user_id = $1', [
    ana.id,
    noonZone,
  ]);
  await ask('w-2', 3, ana.id);
  await ask('w-2', 3);
  await portal.database.query(
    `create function nutmeg.refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  );
  await portal.database.query(
    `create trigger refuse before insert on nutmeg.reminders for each row
     when (new.client_id = '${ana.id}') execute function nutmeg.refuse()`,
  );
  warned.length = 0;
  await portal.database.query(`insert into nutmeg.reminder_rounds values ($1, now() - interval '1 minute')`, [
    ana.id,
  ]);
  await look();
  expect(await reminders()).toHaveLength(1);
  // Another server may have tried it too.
  expect(warned[0]).toMatchObject({ client: ana.id, err: { message: 'refused' } });
  await portal.database.query('drop trigger refuse on nutmeg.reminders');
  await look(ana.id);
  expect(await reminders(ana.id)).toHaveLength(1);
});
