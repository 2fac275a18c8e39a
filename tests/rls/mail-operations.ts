import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { solveCaptcha } from '#tests/support/captcha.ts';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}

const NOTICE = {
  to_email: 'office@nutmegtax.example',
  subject: 'New Appointment Booked: Ana',
  body: '<p>Ana</p>',
  email_type: 'appointment',
  status: 'pending',
};

/** With the pass of an appointment that a visitor has just booked. */
const tell =
  (more: object = {}, times = 1) =>
  async ({ client, cast: { portal, clients } }: Try): Promise<Outcome> => {
    const pass = await solveCaptcha(portal.url, 'appointment');
    const booked = await clients.visitor
      .from('appointments')
      .insert({ name: 'Ana', phone: '+12035550100', status: 'pending' })
      .setHeader(CAPTCHA_PASS_HEADER, pass);
    if (booked.error) throw booked.error;
    const notices = Array.from({ length: times }, () => ({ ...NOTICE, ...more }));
    return outcome(
      await client
        .from('email_queue')
        .insert(notices, { count: 'exact' })
        .setHeader(CAPTCHA_PASS_HEADER, pass),
    );
  };

/** One mail that could not be delivered, and no other. */
async function layOutFailure({ portal }: Cast, more = ''): Promise<string> {
  await portal.database.query('delete from public.email_queue where undelivered');
  const [mail] = await portal.database.query<{ id: string }>(
    `insert into public.email_queue (to_email, subject, body, email_type, status, failure, failed_at, expires_at)
     values ('a@example.com', 's', 'b', 'test', 'failed', 'refused', now(), ${more || 'null'}) returning id`,
  );
  return mail?.id ?? '';
}

export const mailOperations = {
  'tell the office of the own appointment': tell(),
  'tell the office twice of it': tell({}, 2),
  'tell somebody else of it': tell({ to_email: 'victim@example.com' }),
  'tell the office of it without a pass': async ({ client }: Try) =>
    outcome(await client.from('email_queue').insert(NOTICE, { count: 'exact' })),

  'list the mails that failed': async ({ client, cast }: Try) => {
    await layOutFailure(cast);
    return outcome(await client.rpc('failed_mails', {}, { count: 'exact' }));
  },
  'send a mail again': async ({ client, cast }: Try) =>
    outcome(await client.rpc('resend_mail', { mail_id: await layOutFailure(cast) })),
  'send a mail again whose link has expired': async ({ client, cast }: Try) =>
    outcome(
      await client.rpc('resend_mail', { mail_id: await layOutFailure(cast, "now() - interval '1 s'") }),
    ),
  'send all mails again': async ({ client, cast }: Try) => {
    await layOutFailure(cast);
    return outcome(await client.rpc('resend_failed_mails'));
  },
  'dismiss a mail': async ({ client, cast }: Try) =>
    outcome(await client.rpc('dismiss_mail', { mail_id: await layOutFailure(cast) })),
  "ask whether A's address is bad": async ({ client, cast }: Try) => {
    await cast.portal.database.query(
      `insert into nutmeg.bad_addresses (address, reason) values ($1, '550 no') on conflict do nothing`,
      [cast.emailOfA],
    );
    return outcome(await client.rpc('bad_address_of', { client_id: cast.a }, { count: 'exact' }));
  },
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
