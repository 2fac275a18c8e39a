import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf } from './outcome.ts';

const NOTICE = {
  to_email: 'office@nutmegtax.example',
  subject: 'New Appointment Booked: Ana',
  body: '<p>Ana</p>',
  email_type: 'appointment',
  status: 'pending',
};

/** With the pass of a new booking by a visitor. */
const notifyOffice =
  (more: object = {}, times = 1) =>
  async ({ client, fixtures: { clients } }: Attempt): Promise<Outcome> => {
    const pass = await signedPass('appointment');
    const booked = await clients.visitor
      .from('appointments')
      .insert({ name: 'Ana', phone: '+12035550100', status: 'pending' })
      .setHeader(CAPTCHA_PASS_HEADER, pass);
    if (booked.error) throw booked.error;
    const notices = Array.from({ length: times }, () => ({ ...NOTICE, ...more }));
    return outcomeOf(
      await client
        .from('email_queue')
        .insert(notices, { count: 'exact' })
        .setHeader(CAPTCHA_PASS_HEADER, pass),
    );
  };

/** The only mail that could not be delivered. Returns its id. */
async function insertFailedMail({ portal }: Fixtures, more = ''): Promise<string> {
  await portal.database.query('delete from public.email_queue where undelivered');
  const [mail] = await portal.database.query<{ id: string }>(
    `insert into public.email_queue (to_email, subject, body, email_type, status, failure, failed_at, expires_at)
     values ('a@example.com', 's', 'b', 'test', 'failed', 'refused', now(), ${more || 'null'}) returning id`,
  );
  return mail?.id ?? '';
}

export const mailOperations = {
  "notify the office of one's own booking": notifyOffice(),
  'notify the office twice': notifyOffice({}, 2),
  'send the notice to someone else': notifyOffice({ to_email: 'victim@example.com' }),
  'notify the office without a pass': async ({ client }: Attempt) =>
    outcomeOf(await client.from('email_queue').insert(NOTICE, { count: 'exact' })),

  'list the failed mails': async ({ client, fixtures }: Attempt) => {
    await insertFailedMail(fixtures);
    return outcomeOf(await client.rpc('failed_mails', {}, { count: 'exact' }));
  },
  'resend a mail': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('resend_mail', { mail_id: await insertFailedMail(fixtures) })),
  'resend a mail with an expired link': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.rpc('resend_mail', {
        mail_id: await insertFailedMail(fixtures, "now() - interval '1 s'"),
      }),
    ),
  'resend all failed mails': async ({ client, fixtures }: Attempt) => {
    await insertFailedMail(fixtures);
    return outcomeOf(await client.rpc('resend_failed_mails'));
  },
  'dismiss a mail': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('dismiss_mail', { mail_id: await insertFailedMail(fixtures) })),
  "check whether A's address bounces": async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query(
      `insert into nutmeg.bad_addresses (address, reason) values ($1, '550 no') on conflict do nothing`,
      [fixtures.emailOfA],
    );
    return outcomeOf(await client.rpc('bad_address_of', { client_id: fixtures.a }, { count: 'exact' }));
  },
  'find A by its address': async ({ client, fixtures: { emailOfA } }: Attempt) =>
    outcomeOf(await client.rpc('profiles_of_addresses', { addresses: [emailOfA] }, { count: 'exact' })),
};
