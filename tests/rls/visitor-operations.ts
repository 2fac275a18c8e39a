import { randomUUID } from 'node:crypto';
import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import { CAPTCHA_PASS_HEADER, type CaptchaAction } from '#contract/captcha.ts';
import { solveCaptcha } from '#tests/support/captcha.ts';
import { freshEmail } from '#tests/support/people.ts';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}
type Answer = PostgrestSingleResponse<unknown>;
type Call = (
  attempt: Try,
) => PromiseLike<Answer> & { setHeader(name: string, value: string): PromiseLike<Answer> };

/** Without a pass. */
const bare = (call: Call) => async (attempt: Try) => outcome(await call(attempt));

/** With the pass of a captcha that was solved for it. */
const withPass = (action: CaptchaAction, call: Call) => async (attempt: Try) => {
  const pass = await solveCaptcha(attempt.cast.portal.url, action);
  return outcome(await call(attempt).setHeader(CAPTCHA_PASS_HEADER, pass));
};

const book =
  (more: object = {}): Call =>
  ({ client }) =>
    client
      .from('appointments')
      .insert({ name: 'Ana', phone: '+12035550100', status: 'pending', ...more }, { count: 'exact' });

const MESSAGE = { name: 'Ana', email: 'ana@example.com', subject: 'other', message: 'Hello' };
const write =
  (more: object = {}): Call =>
  ({ client }) =>
    client.from('contact_submissions').insert({ ...MESSAGE, ...more }, { count: 'exact' });
const writeAndRead: Call = ({ client }) =>
  client.from('contact_submissions').insert(MESSAGE, { count: 'exact' }).select();

/** The appointment under A's address, the message and the old address that `layOutVisitors` has left. */
const readOnes = (table: string, column: string, value: (cast: Cast) => string): Call => {
  return ({ client, cast }) => client.from(table).select('*', { count: 'exact' }).eq(column, value(cast));
};
const change = (table: string, values: object, column: string, value: (cast: Cast) => string): Call => {
  return ({ client, cast }) => client.from(table).update(values, { count: 'exact' }).eq(column, value(cast));
};
const remove = (table: string, column: string, value: (cast: Cast) => string): Call => {
  return ({ client, cast }) => client.from(table).delete({ count: 'exact' }).eq(column, value(cast));
};

const MESSAGE_SUBJECT = 'refund-status';
/** Appointments with A's address in another spelling. */
const STRANGERS_TEXT = 'by a stranger';
const PROVEN_TEXT = 'proven by the mailbox';
const OLD_ADDRESS = 'old.client@example.com';
const ask: Call = ({ client, cast }) => client.rpc('check_user_login_status', { user_email: cast.emailOfA });

export const visitorOperations = {
  "read A's appointment": bare(readOnes('appointments', 'email', ({ emailOfA }) => emailOfA)),
  "read an appointment that a stranger wrote with A's address": bare(
    readOnes('appointments', 'message', () => STRANGERS_TEXT),
  ),
  'read the appointment whose mailed link A has opened': bare(
    readOnes('appointments', 'message', () => PROVEN_TEXT),
  ),
  "set the status of A's appointment": bare(
    change('appointments', { status: 'confirmed' }, 'email', ({ emailOfA }) => emailOfA),
  ),
  "set the name of A's appointment": bare(
    change('appointments', { name: 'Changed' }, 'email', ({ emailOfA }) => emailOfA),
  ),
  "delete A's appointment": bare(remove('appointments', 'email', ({ emailOfA }) => emailOfA)),
  'book without a pass': bare(book()),
  'book with a pass': withPass('appointment', book()),
  "book with a contact message's pass": withPass('contact', book()),
  'book under an id of the own choice': withPass('appointment', book({ id: randomUUID() })),
  'book as if confirmed': withPass('appointment', book({ status: 'confirmed' })),

  'read a message': bare(readOnes('contact_submissions', 'subject', () => MESSAGE_SUBJECT)),
  'set the status of a message': bare(
    change('contact_submissions', { status: 'answered' }, 'subject', () => MESSAGE_SUBJECT),
  ),
  'set the text of a message': bare(
    change('contact_submissions', { message: 'Changed' }, 'subject', () => MESSAGE_SUBJECT),
  ),
  'delete a message': bare(remove('contact_submissions', 'subject', () => MESSAGE_SUBJECT)),
  'write without a pass': bare(write()),
  'write with a pass': withPass('contact', write()),
  'write with a pass and read it back': withPass('contact', writeAndRead),
  "write with an appointment's pass": withPass('appointment', write()),
  'write as if answered': withPass('contact', write({ status: 'answered' })),

  'read an old address': bare(readOnes('legacy_emails', 'email', () => OLD_ADDRESS)),
  'add an old address': bare(({ client }) =>
    client.from('legacy_emails').insert({ email: freshEmail('old') }, { count: 'exact' }),
  ),
  'delete an old address': bare(remove('legacy_emails', 'email', () => OLD_ADDRESS)),

  'ask about A without a pass': bare(ask),
  "ask about A with a login's pass": withPass('login', ask),
  "ask about A with a sign-up's pass": withPass('signup', ask),
  "ask about A with an appointment's pass": withPass('appointment', ask),
  'call spend_presented_pass': bare(({ client }) =>
    client.rpc('spend_presented_pass', { wanted_action: 'appointment', subject: randomUUID() }),
  ),
  'call spend_presented_pass of schema nutmeg': bare(({ client }) =>
    client
      .schema('nutmeg')
      .rpc('spend_presented_pass', { wanted_action: 'appointment', subject: randomUUID() }),
  ),
};

/** What the lines of the table are about, left behind the product's back. */
export async function layOutVisitors({ portal: { database }, emailOfA, a }: Cast): Promise<void> {
  await database.query(
    `insert into public.appointments (name, email, phone, user_id) values ('A', $1, '+12035550101', $2)`,
    [emailOfA, a],
  );
  await database.query(
    `insert into public.appointments (name, email, phone, message, email_proven_at)
     values ('A', $1, '+12035550101', $2, null), ('A', $1, '+12035550101', $3, now())`,
    [emailOfA.toUpperCase(), STRANGERS_TEXT, PROVEN_TEXT],
  );
  await database.query(
    `insert into public.contact_submissions (name, email, subject, message) values ('A', $1, $2, 'Where is it?')`,
    [emailOfA, MESSAGE_SUBJECT],
  );
  await database.query('insert into public.legacy_emails (email) values ($1)', [OLD_ADDRESS]);
}

function outcome({ error, status, count }: Answer): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
