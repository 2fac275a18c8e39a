import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { answered, outcomeOf, type Response } from './outcome.ts';

/** A consent that A was asked for, with its event. Both stay, so each attempt has its own. */
async function insertConsent({ portal: { database }, a }: Fixtures): Promise<string> {
  const consent = randomUUID();
  await database.query(
    `insert into public.tax_consents (
       id, client_id, user_id, person_name, kind, recipient, purpose, data, years, is_offer, body, body_sha256
     ) values (
       $1, $2, $2, 'A', 'disclose', 'Elm Bank', 'A mortgage', array['returns'], array[2031], false, repeat('x', 500),
       encode(sha256(convert_to(repeat('x', 500), 'UTF8')), 'hex')
     )`,
    [consent, a],
  );
  await database.query(
    `select nutmeg.note_consent_event($1, 'asked', gen_random_uuid(), '192.0.2.1', 'Phone', '{}')`,
    [consent],
  );
  return consent;
}

const onConsent =
  (run: (attempt: Attempt, consent: string) => PromiseLike<Response>) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(await run(attempt, await insertConsent(attempt.fixtures)));

const count = { count: 'exact' } as const;

export const consentOperations = {
  "read A's consent": onConsent(({ client }, consent) =>
    client.from('tax_consents').select('*', count).eq('id', consent),
  ),
  'give a consent for A directly': onConsent(({ client }, consent) =>
    client.from('tax_consents').update({ status: 'given', signed_name: 'A' }, count).eq('id', consent),
  ),
  'add a consent of A directly': onConsent(({ client, fixtures }) =>
    client.from('tax_consents').insert({ id: randomUUID(), client_id: fixtures.a, kind: 'use' }, count),
  ),
  "delete A's consent": onConsent(({ client }, consent) =>
    client.from('tax_consents').delete(count).eq('id', consent),
  ),
  "read the events of A's consent": onConsent(({ client }, consent) =>
    client.from('tax_consent_events').select('*', count).eq('consent_id', consent),
  ),
  "change an event of A's consent": onConsent(({ client }, consent) =>
    client.from('tax_consent_events').update({ device: 'Other' }, count).eq('consent_id', consent),
  ),
  "delete an event of A's consent": onConsent(({ client }, consent) =>
    client.from('tax_consent_events').delete(count).eq('consent_id', consent),
  ),
  "verify the events of A's consent": async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const response = await client.rpc('verify_tax_consent_events', {
      consent_id: await insertConsent(fixtures),
    });
    return response.error ? outcomeOf(response) : response.data === true ? 'true' : 'false';
  },
  'export the register of consents': async ({ client }: Attempt): Promise<Outcome> =>
    answered(await client.rpc('export_tax_consents')),
};
