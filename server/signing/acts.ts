import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Disclosure, SealToVerify, SignatureAct, VoidRequest } from '#contract/signing.ts';
import { isLanguage } from '#domain/language/language.ts';
import { DISCLOSURE_VERSION, disclosure, disclosureStatement } from '#domain/signing/disclosure.ts';
import { isOnPage } from '#domain/signing/geometry.ts';
import { signingProblem } from '#domain/signing/marks.ts';
import { signingLimits } from '#domain/signing/request.ts';
import { type Field, type NewRequest, signingSchema } from '#domain/signing/schemas.ts';
import type { Caller, Database, Transaction } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import type { Readers } from '#server/language/readers.ts';
import { phone } from '#server/mail/letters/letter.ts';
import type { Office } from '#server/office/office.ts';
import { asOwnerFor } from '#server/owner-work.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { Named } from '#server/storage/blobs/binding.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import { signingSealPlace } from './office-keys.ts';
import { isForbiddenTitle } from './pdf/forbidden-forms.ts';
import { PdfError } from './pdf/jobs.ts';
import type { PdfWork } from './pdf/pdf-work.ts';

export interface ActDeps {
  database: Pick<Database, 'asOwner' | 'query' | 'runAs'>;
  blobs: Pick<Blobs, 'read'>;
  sealer: Sealer;
  office: Pick<Office, 'current'>;
  readers: Readers;
  work: PdfWork;
}

/** A refusal with a code of domain/signing/problems.ts. */
export class SigningError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** What is known of the request that an act came with. */
export interface From {
  caller: Caller;
  device: string;
}

type StoredObject = Named & { metadata: { size?: number } };

const OBJECT = `select o.bucket_id, o.name, o.version, o.blob_id, o.metadata from storage.objects o
  where o.id = $1 and public.is_staff()`;

/** Checks the document and sends it. Throws `SigningError` and `PdfError`. */
export async function sendRequest(deps: ActDeps, from: From, request: NewRequest): Promise<string> {
  const { caller, device } = from;
  const { rows } = await deps.database.runAs<StoredObject>(caller, {
    text: OBJECT,
    values: [request.documentId],
  });
  const [object] = rows;
  if (!object) throw new SigningError('no_document');
  if ((object.metadata.size ?? 0) > signingLimits.bytes) throw new PdfError('too_large');
  // The name may say what a picture of a form doesn't.
  if (isForbiddenTitle(request.title) || isForbiddenTitle(object.name.split('/').at(-1) ?? '')) {
    throw new PdfError('form_8879');
  }
  const bytes = await buffer(await deps.blobs.read(object));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const pages = await deps.work.inspect(Uint8Array.from(bytes));
  for (const field of request.fields) {
    const page = pages[field.page - 1];
    if (!page || !isOnPage(page, field)) throw new SigningError('off_page');
    if (!request.signers.some(({ id }) => id === field.signer_id)) throw new SigningError('no_field');
  }
  const { requestId, documentId, title, year, signers, fields } = request;
  return asOwnerFor(deps.database, caller, (tx) =>
    callFunction(tx, 'nutmeg.send_signature_request', [
      requestId,
      documentId,
      sha256,
      pages.length,
      title,
      year,
      JSON.stringify(signers),
      JSON.stringify(fields),
      caller.address ?? '',
      device,
    ]),
  );
}

/** An act of a signer. Returns the status of the request. Throws `SigningError`. */
export function actAsSigner(deps: ActDeps, { caller, device }: From, act: SignatureAct): Promise<string> {
  return asOwnerFor(deps.database, caller, async (tx) => {
    const { details, agreed = null, marks = null } = await prepared(deps, tx, caller, act);
    return callFunction(tx, 'nutmeg.act_as_signer', [
      act.requestId,
      act.actId,
      act.act,
      act.documentSha256,
      act.version,
      caller.address ?? '',
      device,
      JSON.stringify(details),
      agreed,
      marks,
      act.act === 'declined' ? act.reason : null,
    ]);
  });
}

async function prepared(
  deps: ActDeps,
  tx: Transaction,
  { claims }: Caller,
  act: SignatureAct,
): Promise<{ details: Record<string, unknown>; agreed?: string; marks?: Buffer }> {
  const identified = { email: claims.email, aal: claims.aal };
  switch (act.act) {
    case 'consented': {
      const text = disclosureIn(deps, act.language);
      if (text.sha256 !== act.disclosureSha256) throw new SigningError('disclosure_changed');
      if (act.openedSha256 !== act.documentSha256) throw new SigningError('changed');
      await tx.query(
        `insert into public.signing_disclosures (sha256, version, language, body) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [text.sha256, text.version, text.language, bodyOf(text)],
      );
      return {
        details: { identified, disclosure: text.sha256, opened: act.openedSha256 },
        agreed: text.sha256,
      };
    }
    case 'signed': {
      const { rows: fields } = await tx.query<
        Pick<Field, 'id' | 'kind' | 'required'> & { signer_id: string }
      >(
        `select f.id, f.kind, f.required, f.signer_id from public.signature_fields f
           join public.signers s on s.id = f.signer_id where s.request_id = $1 and s.user_id = $2`,
        [act.requestId, claims.sub],
      );
      const signing = signingSchema.safeParse(act.signing);
      if (!signing.success || signingProblem(signing.data, fields)) throw new SigningError('incomplete');
      const signerId = fields[0]?.signer_id ?? '';
      const sealed = deps.sealer.seal(
        Buffer.from(JSON.stringify(signing.data)),
        signingSealPlace.marks(signerId),
      );
      return { details: { identified, mark: signing.data.signature.kind }, marks: sealed };
    }
    case 'declined':
      return { details: { identified, reason: act.reason } };
    case 'viewed':
      return { details: { identified } };
  }
}

export function voidRequest(
  { database }: Pick<ActDeps, 'database'>,
  { caller, device }: From,
  { requestId, actId, version, reason }: VoidRequest,
): Promise<string> {
  const values = [requestId, actId, version, reason, caller.address ?? '', device];
  return asOwnerFor(database, caller, (tx) => callFunction(tx, 'nutmeg.void_signature_request', values));
}

const bodyOf = ({ paragraphs, statement }: Pick<Disclosure, 'paragraphs' | 'statement'>) =>
  [...paragraphs, statement].join('\n');

/** The text that a signer agrees to, as it is now. */
export function disclosureIn(
  { office, readers }: Pick<ActDeps, 'office' | 'readers'>,
  wanted: string,
): Disclosure {
  const language = isLanguage(wanted) ? wanted : 'en';
  const { t } = readers[language];
  const facts = office.current();
  const paragraphs = disclosure({ office: facts.name, phone: phone(facts), email: facts.contact.email }).map(
    (one) => t(one),
  );
  const statement = t(disclosureStatement);
  const sha256 = createHash('sha256').update(bodyOf({ paragraphs, statement })).digest('hex');
  return { version: DISCLOSURE_VERSION, language, paragraphs, statement, sha256 };
}

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const act = z.object({
  requestId: z.guid(),
  actId: z.guid(),
  documentSha256: sha256,
  version: z.number().int().min(1),
});
const reason = z.string().max(signingLimits.reason);

export const actSchema: z.ZodType<SignatureAct> = z.discriminatedUnion('act', [
  act.extend({
    act: z.literal('consented'),
    openedSha256: sha256,
    disclosureSha256: sha256,
    language: z.string().max(10),
  }),
  act.extend({ act: z.literal('viewed') }),
  act.extend({ act: z.literal('signed'), signing: z.unknown() }),
  act.extend({ act: z.literal('declined'), reason }),
]);

export const voidSchema: z.ZodType<VoidRequest> = act.omit({ documentSha256: true }).extend({ reason });

export const sealSchema: z.ZodType<SealToVerify> = z.object({
  sha256,
  seal: z
    .object({
      cms: z.string().regex(/^([0-9a-fA-F]{2}){1,30000}$/),
      coveredSha256: sha256,
      isWhole: z.boolean(),
    })
    .nullable(),
});
