import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { splitName, utf8Length, withEnding } from '#domain/documents/file-names.ts';
import { DOCUMENTS_BUCKET, lastStepOf, parentOf } from '#domain/documents/folders.ts';
import { MAX_KEY_BYTES } from '#domain/documents/object-keys.ts';
import { msg } from '#domain/language/message.ts';
import { initialsOf } from '#domain/signing/marks.ts';
import { type Field, type Signing, signingSchema } from '#domain/signing/schemas.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import type { Named } from '#server/storage/blobs/binding.ts';
import type { Blob, Blobs } from '#server/storage/blobs/blobs.ts';
import { insertStatement, objectFor } from '#server/storage/objects/objects.ts';
import type { ActDeps } from './acts.ts';
import { type EvidenceEvent, evidenceIn } from './evidence-words.ts';
import { officeKey, signingSealPlace } from './office-keys.ts';
import type { FilledField } from './pdf/jobs.ts';

export interface CompleteDeps extends ActDeps {
  database: Database;
  blobs: Blobs;
}

interface Signed {
  id: string;
  title: string;
  document_name: string;
  document_sha256: string;
  object: Named;
}

interface SignerMarks {
  id: string;
  user_id: string;
  name: string;
  signed_at: Date;
  sealed: Buffer;
}

const REQUEST = `
  select r.id, r.title, r.document_name, r.document_sha256, jsonb_build_object(
    'bucket_id', o.bucket_id, 'name', o.name, 'version', o.version, 'blob_id', o.blob_id
  ) as object
  from public.signature_requests r join storage.objects o on o.id = r.document_id
  where r.id = $1 and r.status = 'signed'`;
const SIGNERS = `
  select s.id, s.user_id, s.name, s.signed_at, m.sealed
  from public.signers s join nutmeg.signature_marks m on m.signer_id = s.id
  where s.request_id = $1 order by s.position, s.signed_at`;
const FIELDS = 'select * from public.signature_fields where request_id = $1';
const EVENTS = `
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as at, kind, actor_name, signer_id, address, device,
    details, hash
  from public.signature_events where request_id = $1 order by sequence`;

/** Makes and stores the sealed document of a request that all have signed. Does nothing for one that is done. */
export async function complete(deps: CompleteDeps, requestId: string): Promise<void> {
  const { database, blobs } = deps;
  const { rows: requests } = await database.query<Signed>(REQUEST, [requestId]);
  const [request] = requests;
  if (!request) return;
  const bytes = await buffer(await blobs.read(request.object));
  if (createHash('sha256').update(bytes).digest('hex') !== request.document_sha256) {
    throw new Error('a document that was signed is not the one that was sent');
  }
  const sealed = await sealedCopy(deps, request, bytes);
  const blob = await blobs.receive(chunksOf(Buffer.from(sealed.bytes.buffer)));
  try {
    await database.asOwner((tx) => store(deps, tx, request, blob, sealed));
  } catch (error) {
    await blobs.discard(blob.id);
    // Another server was first.
    if (error instanceof AlreadyDone) return;
    throw error;
  }
}

class AlreadyDone extends Error {}

async function* chunksOf(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

async function sealedCopy(deps: CompleteDeps, request: Signed, bytes: Buffer) {
  const { database, office, readers, sealer, work } = deps;
  const [signers, fields, events, key] = await Promise.all([
    database.query<SignerMarks>(SIGNERS, [request.id]),
    database.query<Field>(FIELDS, [request.id]),
    database.query<EvidenceEvent>(EVENTS, [request.id]),
    officeKey({ database, office, sealer }),
  ]);
  const facts = office.current();
  const reader = await readerOfPerson(readers, database, signers.rows[0]?.user_id ?? randomUUID());
  const filled = signers.rows.flatMap((signer) => {
    const clear = sealer.open(signer.sealed, signingSealPlace.marks(signer.id)).toString();
    const own = fields.rows.filter(({ signer_id }) => signer_id === signer.id);
    return fieldsWithMarks(own, signingSchema.parse(JSON.parse(clear)), signer, facts.timeZone);
  });
  const sealed = await work.seal({
    bytes: Uint8Array.from(bytes),
    fields: filled,
    evidence: evidenceIn(reader, {
      office: facts.name,
      title: request.title,
      requestId: request.id,
      documentName: request.document_name,
      documentSha256: request.document_sha256,
      signers: signers.rows,
      events: events.rows,
    }),
    certificate: Uint8Array.from(key.certificate),
    privateKey: Uint8Array.from(key.privateKey),
    reason: 'All have signed this document',
    office: facts.name,
    at: Date.now(),
  });
  return { ...sealed, reader };
}

/** Inserts the document beside the one that was signed, and ends the request. */
async function store(
  { blobs }: CompleteDeps,
  tx: Transaction,
  request: Signed,
  blob: Blob,
  { signedSha256, reader: { t } }: Awaited<ReturnType<typeof sealedCopy>>,
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `select o.name from public.signature_requests r join storage.objects o on o.id = r.document_id
     where r.id = $1 and r.status = 'signed' for update of r`,
    [request.id],
  );
  const [source] = rows;
  if (!source) throw new AlreadyDone();
  const key = await firstFree(tx, keysOfCopy(source.name, t(msg`${{ name: '' }} - signed`)));
  const object = objectFor(blobs.binding, blob, {
    bucketId: DOCUMENTS_BUCKET,
    key,
    owner: undefined,
    mimetype: 'application/pdf',
    cacheControl: 'no-cache',
  });
  await tx.run(insertStatement(object, false));
  const sha256 = blob.sha256.toString('hex');
  await tx.query('select nutmeg.finish_signature_request($1, $2, $3, $4)', [
    request.id,
    object.id,
    sha256,
    JSON.stringify({
      before_sha256: request.document_sha256,
      signed_sha256: signedSha256,
      sealed_sha256: sha256,
    }),
  ]);
}

const MAX_NAMES = 200;

/** Keys beside a document, or in the nearest folder above it where they have room. The last has a random id. */
export function keysOfCopy(source: string, ending: string): string[] {
  const { base } = splitName(lastStepOf(source));
  const numbers = Array.from({ length: MAX_NAMES }, (_, i) => (i === 0 ? '' : ` (${i + 1})`));
  const names = [...numbers, ` ${randomUUID()}`].map((end) => withEnding(`${base}.pdf`, ending + end));
  let folder = parentOf(source);
  while (names.some((name) => utf8Length(`${folder}/${name}`) > MAX_KEY_BYTES)) folder = parentOf(folder);
  return names.map((name) => `${folder}/${name}`);
}

async function firstFree(tx: Transaction, keys: readonly string[]): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1 and name = any ($2)',
    [DOCUMENTS_BUCKET, keys],
  );
  const taken = new Set(rows.map(({ name }) => name));
  return keys.find((key) => !taken.has(key)) as string;
}

/** Completes requests whose seal was interrupted. */
export async function completeAll(
  deps: CompleteDeps,
  onFailed: (error: unknown) => void,
  shouldContinue: () => boolean,
): Promise<void> {
  const { rows } = await deps.database.query<{ id: string }>(
    `select id from public.signature_requests where status = 'signed' order by id limit 500`,
  );
  for (const { id } of rows) {
    if (!shouldContinue()) return;
    await complete(deps, id).catch(onFailed);
  }
}

/** What is drawn in each field of a signer. The date is that of the signature, where the office is. */
function fieldsWithMarks(
  fields: readonly Field[],
  { signature, initials, values }: Signing,
  signer: { name: string; signed_at: Date },
  timeZone: string,
): FilledField[] {
  const date = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(signer.signed_at);
  const valueIn = ({ id, kind }: Field): FilledField['value'] => {
    if (kind === 'signature') return signature;
    if (kind === 'initials') return initials ?? { kind: 'typed', text: initialsOf(signer.name) };
    if (kind === 'date') return date;
    if (kind === 'name') return signer.name;
    return values[id] ?? '';
  };
  return fields.map((field) => ({ ...field, value: valueIn(field) }));
}
