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

export const mailOperations = {
  'tell the office of the own appointment': tell(),
  'tell the office twice of it': tell({}, 2),
  'tell somebody else of it': tell({ to_email: 'victim@example.com' }),
  'tell the office of it without a pass': async ({ client }: Try) =>
    outcome(await client.from('email_queue').insert(NOTICE, { count: 'exact' })),
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
