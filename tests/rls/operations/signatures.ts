import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf, type Response } from './outcome.ts';

const HASH = 'a'.repeat(64);

/** A request for A's signature with a field, a consent, and an event. Events stay, so each attempt has its own. */
async function insertRequest({ portal: { database }, a }: Fixtures): Promise<string> {
  const [request, signer] = [randomUUID(), randomUUID()];
  await database.query(`update public.signature_requests set status = 'voided' where client_id = $1`, [a]);
  await database.query(
    `insert into public.signature_requests (id, client_id, title, year, document_id, document_name, document_sha256, pages)
     values ($1, $2, 'Letter', 2031, gen_random_uuid(), 'Letter.pdf', $3, 1)`,
    [request, a, HASH],
  );
  await database.query(
    `insert into public.signers (id, request_id, client_id, user_id, position, name) values ($1, $2, $3, $3, 1, 'A')`,
    [signer, request, a],
  );
  await database.query(
    `insert into public.signature_fields (id, request_id, client_id, signer_id, kind, page, x, y, width, height)
     values (gen_random_uuid(), $1, $2, $3, 'signature', 1, 10, 10, 100, 20)`,
    [request, a, signer],
  );
  await database.query(
    `insert into public.signing_disclosures (sha256, version, language, body) values ($1, '1', 'en', 'Text')
     on conflict do nothing`,
    [HASH],
  );
  await database.query(
    `insert into public.signing_consents (signer_id, client_id, user_id, disclosure_sha256, opened_sha256, consented_at)
     values ($1, $2, $2, $3, $3, now())`,
    [signer, a, HASH],
  );
  await database.query(
    `select nutmeg.note_signature_event($1, 'sent', null, gen_random_uuid(), '192.0.2.1', 'Phone', '{}')`,
    [request],
  );
  return request;
}

const onRequest =
  (run: (attempt: Attempt, request: string) => PromiseLike<Response>) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(await run(attempt, await insertRequest(attempt.fixtures)));

const count = { count: 'exact' } as const;

export const signatureOperations = {
  "read A's request for a signature": onRequest(({ client }, request) =>
    client.from('signature_requests').select('*', count).eq('id', request),
  ),
  "change A's request for a signature": onRequest(({ client }, request) =>
    client.from('signature_requests').update({ status: 'completed' }, count).eq('id', request),
  ),
  "delete A's request for a signature": onRequest(({ client }, request) =>
    client.from('signature_requests').delete(count).eq('id', request),
  ),
  "read the signers of A's request": onRequest(({ client }, request) =>
    client.from('signers').select('*', count).eq('request_id', request),
  ),
  "mark A's request as signed": onRequest(({ client }, request) =>
    client.from('signers').update({ status: 'signed' }, count).eq('request_id', request),
  ),
  "read the fields of A's request": onRequest(({ client }, request) =>
    client.from('signature_fields').select('*', count).eq('request_id', request),
  ),
  "move a field of A's request": onRequest(({ client }, request) =>
    client.from('signature_fields').update({ x: 1 }, count).eq('request_id', request),
  ),
  'read the texts that signers agreed to': onRequest(({ client }) =>
    client.from('signing_disclosures').select('*', count).eq('sha256', HASH),
  ),
  'change a text that signers agreed to': onRequest(({ client }) =>
    client.from('signing_disclosures').update({ body: 'Other' }, count).eq('sha256', HASH),
  ),
  "read A's consent to sign electronically": onRequest(({ client, fixtures }, request) =>
    client
      .from('signing_consents')
      .select('*, signers!inner(request_id)', count)
      .eq('signers.request_id', request)
      .eq('user_id', fixtures.a),
  ),
  'consent for A directly': onRequest(({ client, fixtures }) =>
    client.from('signing_consents').insert(
      {
        signer_id: randomUUID(),
        client_id: fixtures.a,
        user_id: fixtures.a,
        disclosure_sha256: HASH,
        opened_sha256: HASH,
        consented_at: new Date().toISOString(),
      },
      count,
    ),
  ),
  "read the events of A's request": onRequest(({ client }, request) =>
    client.from('signature_events').select('*', count).eq('request_id', request),
  ),
  "change an event of A's request": onRequest(({ client }, request) =>
    client.from('signature_events').update({ device: 'Other' }, count).eq('request_id', request),
  ),
  "delete an event of A's request": onRequest(({ client }, request) =>
    client.from('signature_events').delete(count).eq('request_id', request),
  ),
  "verify the events of A's request": async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const response = await client.rpc('verify_signature_events', {
      request_id: await insertRequest(fixtures),
    });
    return response.error ? outcomeOf(response) : response.data === true ? 'true' : 'false';
  },
  'list what A has to sign': onRequest(({ client, fixtures }, request) =>
    client.rpc('my_signatures', {}, count).eq('request_id', request).eq('client_id', fixtures.a),
  ),
  'list who may sign for A': onRequest(({ client, fixtures }) =>
    client.rpc('possible_signers', { client_id: fixtures.a }, count).eq('user_id', fixtures.a),
  ),
};
