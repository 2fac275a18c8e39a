import { randomUUID } from 'node:crypto';
import { CAPTCHA_PASS_HEADER, type CaptchaAction } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { freshEmail } from '#tests/support/people.ts';
import type { Attempt, Fixtures } from '../types.ts';
import { outcomeOf, type Response } from './outcome.ts';

type Call = (
  attempt: Attempt,
) => PromiseLike<Response> & { setHeader(name: string, value: string): PromiseLike<Response> };

/** Without a captcha pass. */
const withoutPass = (call: Call) => async (attempt: Attempt) => outcomeOf(await call(attempt));

/** With the pass of a solved captcha. */
const withPass = (action: CaptchaAction, call: Call) => async (attempt: Attempt) => {
  const pass = await signedPass(action);
  return outcomeOf(await call(attempt).setHeader(CAPTCHA_PASS_HEADER, pass));
};

const book =
  (more: object = {}): Call =>
  ({ client }) =>
    client
      .from('appointments')
      .insert({ name: 'Ana', phone: '+12035550100', status: 'pending', ...more }, { count: 'exact' });

const MESSAGE = { name: 'Ana', email: 'ana@example.com', subject: 'other', message: 'Hello' };
const sendMessage =
  (more: object = {}): Call =>
  ({ client }) =>
    client.from('contact_submissions').insert({ ...MESSAGE, ...more }, { count: 'exact' });
const sendAndReadBack: Call = ({ client }) =>
  client.from('contact_submissions').insert(MESSAGE, { count: 'exact' }).select();

const select = (table: string, column: string, value: (fixtures: Fixtures) => string): Call => {
  return ({ client, fixtures }) =>
    client.from(table).select('*', { count: 'exact' }).eq(column, value(fixtures));
};
const change = (
  table: string,
  values: object,
  column: string,
  value: (fixtures: Fixtures) => string,
): Call => {
  return ({ client, fixtures }) =>
    client.from(table).update(values, { count: 'exact' }).eq(column, value(fixtures));
};
const remove = (table: string, column: string, value: (fixtures: Fixtures) => string): Call => {
  return ({ client, fixtures }) => client.from(table).delete({ count: 'exact' }).eq(column, value(fixtures));
};

const MESSAGE_SUBJECT = 'refund-status';
/** Appointments with A's address in another spelling. */
const UNCONFIRMED_TEXT = 'by a stranger';
const CONFIRMED_TEXT = 'proven by the mailbox';
const LEGACY_ADDRESS = 'old.client@example.com';
const checkLoginStatus: Call = ({ client, fixtures }) =>
  client.rpc('check_user_login_status', { user_email: fixtures.emailOfA });

export const visitorOperations = {
  "read A's appointment": withoutPass(select('appointments', 'email', ({ emailOfA }) => emailOfA)),
  "read an appointment that a stranger booked with A's address": withoutPass(
    select('appointments', 'message', () => UNCONFIRMED_TEXT),
  ),
  "read an appointment with A's confirmed address": withoutPass(
    select('appointments', 'message', () => CONFIRMED_TEXT),
  ),
  "set the status of A's appointment": withoutPass(
    change('appointments', { status: 'confirmed' }, 'email', ({ emailOfA }) => emailOfA),
  ),
  "set the name of A's appointment": withoutPass(
    change('appointments', { name: 'Changed' }, 'email', ({ emailOfA }) => emailOfA),
  ),
  "set the language of A's appointment": withoutPass(
    change('appointments', { language: 'es' }, 'email', ({ emailOfA }) => emailOfA),
  ),
  "delete A's appointment": withoutPass(remove('appointments', 'email', ({ emailOfA }) => emailOfA)),
  'book without a pass': withoutPass(book()),
  'book with a pass': withPass('appointment', book()),
  'book in Spanish with a pass': withPass('appointment', book({ language: 'es' })),
  'book in a language without texts': withPass('appointment', book({ language: 'tlh' })),
  'book with a contact pass': withPass('contact', book()),
  'book with a chosen id': withPass('appointment', book({ id: randomUUID() })),
  'book with the status confirmed': withPass('appointment', book({ status: 'confirmed' })),

  'read a message': withoutPass(select('contact_submissions', 'subject', () => MESSAGE_SUBJECT)),
  'set the status of a message': withoutPass(
    change('contact_submissions', { status: 'answered' }, 'subject', () => MESSAGE_SUBJECT),
  ),
  'set the text of a message': withoutPass(
    change('contact_submissions', { message: 'Changed' }, 'subject', () => MESSAGE_SUBJECT),
  ),
  'set the language of a message': withoutPass(
    change('contact_submissions', { language: 'es' }, 'subject', () => MESSAGE_SUBJECT),
  ),
  'delete a message': withoutPass(remove('contact_submissions', 'subject', () => MESSAGE_SUBJECT)),
  'send a message without a pass': withoutPass(sendMessage()),
  'send a message with a pass': withPass('contact', sendMessage()),
  'send a message in Spanish with a pass': withPass('contact', sendMessage({ language: 'es' })),
  'send a message in a language without texts': withPass('contact', sendMessage({ language: 'tlh' })),
  'send a message with a pass and read it back': withPass('contact', sendAndReadBack),
  'send a message with an appointment pass': withPass('appointment', sendMessage()),
  'send a message with the status answered': withPass('contact', sendMessage({ status: 'answered' })),

  'read a legacy address': withoutPass(select('legacy_emails', 'email', () => LEGACY_ADDRESS)),
  'add a legacy address': withoutPass(({ client }) =>
    client.from('legacy_emails').insert({ email: freshEmail('old') }, { count: 'exact' }),
  ),
  'delete a legacy address': withoutPass(remove('legacy_emails', 'email', () => LEGACY_ADDRESS)),

  "check A's login status without a pass": withoutPass(checkLoginStatus),
  "check A's login status with a login pass": withPass('login', checkLoginStatus),
  "check A's login status with a sign-up pass": withPass('signup', checkLoginStatus),
  "check A's login status with an appointment pass": withPass('appointment', checkLoginStatus),
  'call spend_current_captcha_pass': withoutPass(({ client }) =>
    client.rpc('spend_current_captcha_pass', { wanted_action: 'appointment', subject: randomUUID() }),
  ),
  'call spend_current_captcha_pass of schema nutmeg': withoutPass(({ client }) =>
    client
      .schema('nutmeg')
      .rpc('spend_current_captcha_pass', { wanted_action: 'appointment', subject: randomUUID() }),
  ),
};

/** Inserts the appointments, the message, and the legacy address of these operations, directly by SQL. */
export async function insertVisitorRows({ portal: { database }, emailOfA, a }: Fixtures): Promise<void> {
  await database.query(
    `insert into public.appointments (name, email, phone, user_id) values ('A', $1, '+12035550101', $2)`,
    [emailOfA, a],
  );
  await database.query(
    `insert into public.appointments (name, email, phone, message, email_proven_at)
     values ('A', $1, '+12035550101', $2, null), ('A', $1, '+12035550101', $3, now())`,
    [emailOfA.toUpperCase(), UNCONFIRMED_TEXT, CONFIRMED_TEXT],
  );
  await database.query(
    `insert into public.contact_submissions (name, email, subject, message) values ('A', $1, $2, 'Where is it?')`,
    [emailOfA, MESSAGE_SUBJECT],
  );
  await database.query('insert into public.legacy_emails (email) values ($1)', [LEGACY_ADDRESS]);
}
