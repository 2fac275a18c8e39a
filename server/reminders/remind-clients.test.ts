import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { officeOf, writeToOffice } from '#tests/contract/support/conversation.ts';
import { noonZone } from '#tests/support/noon-zone.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { reminderRounds, year } from '#tests/support/server/reminder-rounds.ts';

let portal: TestPortal;
let database: Database;
let rounds: ReturnType<typeof reminderRounds>;
let maria: Person;

beforeAll(async () => {
  portal = await startPortal();
  database = openDatabase({ url: portal.database.url, onIdleError: () => undefined });
  rounds = reminderRounds({ portal, database });
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
});

test('over 21 days, reminders follow what is asked, done, and said in between', {
  timeout: 60_000,
}, async () => {
  const start = Date.now();
  const DAY = 24 * 60 * 60 * 1000;
  const at = (day: number) => new Date(start + day * DAY);
  const { toClient } = officeOf(await createPerson(portal, { role: 'admin' }));
  /** Writes a message as on that day. */
  const written = async (day: number, posting: PromiseLike<{ data: { id: string } }>) => {
    const { data } = await posting;
    await portal.database.query('update public.thread_messages set created_at = $2 where id = $1', [
      data.id,
      at(day),
    ]);
    return data.id;
  };
  const confirm = (name: string) =>
    portal.database.query(
      `update public.checklist_items set state = 'confirmed' where user_id = $1 and title = $2`,
      [maria.id, name],
    );
  await rounds.ask(maria.id, 'w-2', 0);
  await rounds.ask(maria.id, 'id', 0);
  let question = '';
  /** After the look at noon of that day. */
  const happenings: Record<number, () => Promise<unknown>> = {
    4: async () => {
      await portal.database.query('insert into nutmeg.last_uploads (client_id, at) values ($1, $2)', [
        maria.id,
        at(4.1),
      ]);
      await confirm('id');
    },
    6: async () => {
      question = await written(6, toClient(maria, 'Which bank?', { is_question: true }).throwOnError());
    },
    9: () => written(9.1, writeToOffice(maria, 'The one in Hamden', { answers: question }).throwOnError()),
    13: () => written(13.1, writeToOffice(maria, 'I am looking for my W-2').throwOnError()),
    15: async () => {
      await confirm('w-2');
      await written(16, toClient(maria, 'Did you move?', { is_question: true }).throwOnError());
    },
    18: () =>
      portal.database.query('insert into nutmeg.reminder_choices (client_id, paused_until) values ($1, $2)', [
        maria.id,
        at(19.5),
      ]),
  };
  const sent: [number, ...string[]][] = [];
  for (let day = 1; day <= 21; day++) {
    await rounds.look(maria.id, () => start + day * DAY, 1);
    const rows = await rounds.reminders(maria.id);
    const latest = rows.at(-1);
    if (rows.length > sent.length && latest) {
      sent.push([day, ...latest.groups.map(({ source, count }) => `${count} ${source}`)]);
    }
    await happenings[day]?.();
  }
  expect(sent).toEqual([
    [3, '2 documents'],
    [7, '1 documents'],
    [9, '1 question'],
    // Not on day 14, the day after a message.
    [15, '1 documents'],
    // Due on day 19, while they were paused.
    [20, '1 question'],
  ]);
});

test('a signature is reminded of to each who must sign, once it is their turn', async () => {
  const [request, first] = [crypto.randomUUID(), crypto.randomUUID()];
  await portal.database.query(
    `insert into public.signature_requests (
       id, client_id, title, year, document_id, document_name, document_sha256, pages, created_at
     ) values ($1, $2, 'Form 8879', $3, $1, '8879.pdf', repeat('a', 64), 2, now() - interval '3 days')`,
    [request, maria.id, year],
  );
  const spouse = await createPerson(portal, { data: { first_name: 'Rosa', last_name: 'Lopez' } });
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights)
     values ($1, $2, 'spouse', array['see', 'sign'])`,
    [maria.id, spouse.id],
  );
  await portal.database.query(
    `insert into public.signers (id, request_id, client_id, user_id, position, name)
     values ($1, $2, $3, $3, 1, 'Maria'), (gen_random_uuid(), $2, $3, $4, 2, 'Rosa')`,
    [first, request, maria.id, spouse.id],
  );
  const to = async () =>
    (
      await portal.database.query<{ recipient: string }>(
        `select q.recipient from nutmeg.reminders r join public.email_queue q on q.id = r.mail_id
         where r.client_id = $1 order by r.sent_at`,
        [maria.id],
      )
    ).map(({ recipient }) => recipient);
  await rounds.look(maria.id);
  expect(await rounds.reminders(maria.id)).toMatchObject([
    { groups: [{ source: 'signature', year, count: 1 }] },
  ]);
  expect(await to()).toEqual([maria.email]);
  await portal.database.query(
    `update public.signers set status = 'signed', signed_at = now() - interval '3 days' where id = $1`,
    [first],
  );
  // On the same day: it is another person's.
  await rounds.look(maria.id);
  await rounds.look(maria.id);
  expect(await to()).toEqual([maria.email, spouse.email]);
  const mail = await portal.mailTo(spouse.email);
  expect(mail.text).toContain(`Documents to sign for ${year}: 1`);
  expect(mail.text).toContain(`/account?client=${maria.id}`);
});

test('what staff send is about everything that is open, and there is one a day', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  const sendNow = async () => {
    const { error } = await clerk.client.functions.invoke('reminders', { body: { client: maria.id } });
    return error ? ((await error.context.json()) as { code: string; message: string }) : 'sent';
  };
  expect(await sendNow()).toMatchObject({ code: 'nothing_open' });
  await rounds.ask(maria.id, 'w-2', 0);
  const { toClient } = officeOf(clerk);
  await toClient(maria, 'Which bank?', { is_question: true }).throwOnError();
  await maria.client.rpc('pause_reminders', { client_id: maria.id, how: 'week' }).throwOnError();
  expect(await sendNow()).toMatchObject({ code: 'paused' });
  await maria.client.rpc('pause_reminders', { client_id: maria.id, how: 'none' }).throwOnError();
  // Not those that come without anyone's doing.
  await clerk.client.rpc('turn_reminders', { client_id: maria.id, off: true }).throwOnError();
  const answers = await Promise.all([sendNow(), sendNow(), sendNow()]);
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1);
  expect(await sendNow()).toEqual({
    code: 'reminded_today',
    message: 'A reminder was already sent today. Wait until tomorrow.',
  });
  expect(await rounds.reminders(maria.id)).toMatchObject([
    { groups: [{ source: 'documents', year, count: 1 }, { source: 'question' }], has_mail: true },
  ]);
  const mail = await portal.mailTo(maria.email, ({ subject }) => subject === 'A reminder from our office');
  expect(mail.text).toContain('Questions from our office: 1');
  expect(
    await portal.database.query(
      `select actor_id from public.audit_log where action = 'reminders.sent_now' and subject_id = $1`,
      [maria.id],
    ),
  ).toEqual([{ actor_id: clerk.id }]);
  const { data } = await clerk.client.functions.invoke(`reminders?client=${maria.id}`, { method: 'GET' });
  expect(data).toMatchObject({ is_off: true, next: null, open: [{}, {}], signers: [], sent: [{ to: null }] });
});
