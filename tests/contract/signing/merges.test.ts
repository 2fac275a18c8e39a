import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients, previewOf, undoMerge } from '../support/merges.ts';
import { sealedFile, send, signAll, uploadPdf, verdict } from '../support/signing.ts';

const portal = portalForFile();
let clerk: Person;
let rosa: Person;
let maria: Person;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [rosa, maria] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const merge = async () =>
  (await mergeClients(portal.url, clerk.client, { source: rosa.id, target: maria.id })).mergeId;
const clientsOf = async (requestId: string) => {
  const rows = await portal.database.query<{ client_id: string }>(
    `select client_id from public.signature_requests where id = $1
     union all select client_id from public.signers where request_id = $1
     union all select client_id from public.signature_fields where request_id = $1
     union all select c.client_id from public.signing_consents c join public.signers s on s.id = c.signer_id
       where s.request_id = $1`,
    [requestId],
  );
  return [...new Set(rows.map(({ client_id }) => client_id))];
};

test('a merge moves an open request, its signer signs it there, and an undo takes it back signed', async () => {
  const sent = await send(portal, clerk, await uploadPdf(clerk, rosa.id), [rosa], false);
  expect((await previewOf(clerk.client, rosa.id, maria.id)).moves).toMatchObject({ signature_requests: 1 });
  const mergeId = await merge();
  expect(await clientsOf(sent.id)).toEqual([maria.id]);

  expect((await signAll(portal, rosa, sent)).body).toEqual({ status: 'signed' });
  const file = await sealedFile(portal, clerk, sent);
  expect(await verdict(portal, file)).toBe('genuine');

  expect((await undoMerge(portal.url, clerk.client, mergeId)).status).toBe(200);
  expect(await clientsOf(sent.id)).toEqual([rosa.id]);
  const { data: isWhole } = await clerk.client
    .rpc('verify_signature_events', { request_id: sent.id })
    .throwOnError();
  expect(isWhole).toBe(true);
  expect(await verdict(portal, file)).toBe('genuine');
});

test('an undo leaves the requests that the target had, and those sent after the merge', async () => {
  const own = await send(portal, clerk, await uploadPdf(clerk, maria.id), [maria], false);
  const mergeId = await merge();
  const later = await send(portal, clerk, await uploadPdf(clerk, maria.id), [maria], false);
  expect((await undoMerge(portal.url, clerk.client, mergeId)).status).toBe(200);
  expect(await clientsOf(own.id)).toEqual([maria.id]);
  expect(await clientsOf(later.id)).toEqual([maria.id]);
});
