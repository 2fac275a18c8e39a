import { createHash, randomUUID } from 'node:crypto';
import { sealPlaceIn } from '#domain/signing/seal-place.ts';
import type { Person } from '#tests/support/people.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import type { SharedPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { DOCUMENTS, tokenOf } from './storage.ts';

export const DEVICE = 'Test phone (Nutmeg)';

export interface Answer {
  status: number;
  body: { code?: string; status?: string; id?: string; sha256?: string; result?: string };
}

/** Calls a function as a person. */
export async function call(
  portal: Pick<SharedPortal, 'url'>,
  person: Person | undefined,
  name: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`${portal.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': DEVICE,
      ...(person && { authorization: `Bearer ${await tokenOf(person.client)}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Answer['body'] };
}

/** Uploads a document for a client, and returns its id. */
export async function uploadPdf(
  clerk: Person,
  clientId: string,
  bytes: Uint8Array = pdf('Letter.pdf', 'Engagement letter').buffer,
  name = `2026/Letter ${randomUUID().slice(0, 8)}.pdf`,
): Promise<string> {
  const key = `${clientId}/${name}`;
  const sent = await clerk.client.storage
    .from(DOCUMENTS)
    .upload(key, new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }));
  if (sent.error) throw sent.error;
  return sent.data.id;
}

export interface Sent {
  id: string;
  sha256: string;
  signers: { id: string; user_id: string; position: number }[];
  fields: Record<string, unknown>[];
}

export function newRequest(
  documentId: string,
  signers: readonly (Person | { id: string })[],
  inOrder = false,
) {
  const rows = signers.map(({ id }, i) => ({ id: randomUUID(), user_id: id, position: inOrder ? i + 1 : 1 }));
  const place = { page: 1, x: 72, width: 180, height: 36, label: '', required: true };
  return {
    requestId: randomUUID(),
    documentId,
    title: 'Engagement letter',
    year: 2026,
    signers: rows,
    fields: rows.flatMap(({ id }, i) => [
      { ...place, id: randomUUID(), signer_id: id, kind: 'signature', y: 100 + 60 * i },
      { ...place, id: randomUUID(), signer_id: id, kind: 'date', x: 300, y: 100 + 60 * i },
    ]),
  };
}

export async function send(
  portal: SharedPortal,
  clerk: Person,
  documentId: string,
  signers: readonly Person[],
  inOrder = false,
): Promise<Sent> {
  const request = newRequest(documentId, signers, inOrder);
  const answer = await call(portal, clerk, 'signature-request', request);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  const [row] = await portal.database.query<{ document_sha256: string }>(
    'select document_sha256 from public.signature_requests where id = $1',
    [request.requestId],
  );
  return {
    id: request.requestId,
    sha256: row?.document_sha256 ?? '',
    signers: request.signers,
    fields: request.fields,
  };
}

export const act = (
  portal: SharedPortal,
  person: Person,
  sent: Pick<Sent, 'id' | 'sha256'>,
  kind: string,
  more: object = {},
) =>
  call(portal, person, 'signature-act', {
    requestId: sent.id,
    actId: randomUUID(),
    documentSha256: sent.sha256,
    version: 1,
    act: kind,
    ...more,
  });

export async function consent(portal: SharedPortal, person: Person, sent: Sent): Promise<Answer> {
  const response = await fetch(`${portal.url}/functions/v1/signing-disclosure?language=en`, {
    headers: { authorization: `Bearer ${await tokenOf(person.client)}` },
  });
  const { sha256, language } = (await response.json()) as { sha256: string; language: string };
  return act(portal, person, sent, 'consented', {
    openedSha256: sent.sha256,
    disclosureSha256: sha256,
    language,
  });
}

export const TYPED = {
  signing: { signature: { kind: 'typed', text: 'María Lopez' }, initials: null, values: {} },
};

/** All that a person does to sign. Returns the answer to the signature. */
export async function signAll(portal: SharedPortal, person: Person, sent: Sent): Promise<Answer> {
  await consent(portal, person, sent);
  await act(portal, person, sent, 'viewed');
  return act(portal, person, sent, 'signed', TYPED);
}

/** Waits for the sealed document, and downloads it as staff. */
export async function sealedFile(portal: SharedPortal, clerk: Person, sent: Sent): Promise<Buffer> {
  const key = await eventually(async () => {
    const [row] = await portal.database.query<{ name: string }>(
      `select o.name from public.signature_requests r join storage.objects o on o.id = r.sealed_document_id
       where r.id = $1 and r.status = 'completed'`,
      [sent.id],
    );
    return row?.name;
  });
  const { data, error } = await clerk.client.storage.from(DOCUMENTS).download(key);
  if (error) throw error;
  const bytes = Buffer.from(await data.arrayBuffer());
  const [row] = await portal.database.query<{ sealed_sha256: string }>(
    'select sealed_sha256 from public.signature_requests where id = $1',
    [sent.id],
  );
  if (createHash('sha256').update(bytes).digest('hex') !== row?.sealed_sha256)
    throw new Error('another file');
  return bytes;
}

/** Asks whether a file is genuine, as the page does. */
export async function verdict(portal: Pick<SharedPortal, 'url'>, bytes: Buffer): Promise<string | undefined> {
  const place = sealPlaceIn(bytes);
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');
  const { body } = await call(portal, undefined, 'verify-signature', {
    sha256: hash(bytes),
    seal: place ? { cms: place.cms, coveredSha256: hash(...place.covered), isWhole: place.isWhole } : null,
  });
  return body.result;
}
