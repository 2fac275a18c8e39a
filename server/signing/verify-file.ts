import { createHash, createPublicKey, verify } from 'node:crypto';
import type { SealedFile, SealToVerify } from '#contract/signing.ts';
import { sealPlaceIn } from '#domain/signing/seal-place.ts';
import type { Database } from '#server/database/database.ts';
import { officeCertificates } from './office-keys.ts';

/** Checks whether a file is a document that this office has sealed. */
export function verifyFile(database: Pick<Database, 'query'>, bytes: Buffer): Promise<SealedFile> {
  const place = sealPlaceIn(bytes);
  const hash = createHash('sha256');
  for (const part of place?.covered ?? []) hash.update(part);
  return verifySeal(database, {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    seal: place ? { cms: place.cms, coveredSha256: hash.digest('hex'), isWhole: place.isWhole } : null,
  });
}

/** The same without the file, which stays with the person who asks. */
export async function verifySeal(
  database: Pick<Database, 'query'>,
  { sha256, seal }: SealToVerify,
): Promise<SealedFile> {
  const { rows } = await database.query<{ sealed_at: Date }>(
    'select sealed_at from public.signature_requests where sealed_sha256 = $1 limit 1',
    [sha256],
  );
  const sealedAt = rows[0]?.sealed_at.toISOString() ?? null;
  const state = seal ? await checkSeal(seal, await officeCertificates(database)) : 'none';
  if (state === 'none') return { result: 'unknown', sha256, sealedAt: null };
  // The bytes around the seal itself are not covered by it, so an exact copy is one that we know by its hash.
  if (state === 'whole' && sealedAt !== null) return { result: 'genuine', sha256, sealedAt };
  return { result: 'changed', sha256, sealedAt: null };
}

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';

/** Whether the office made the seal, and whether it covers the file as it is. */
async function checkSeal(
  { cms, coveredSha256, isWhole }: NonNullable<SealToVerify['seal']>,
  certificates: readonly Buffer[],
): Promise<'whole' | 'broken' | 'none'> {
  // Only if it is needed: it takes 5 MB of the server's memory.
  const { Certificate, ContentInfo, SignedData } = await import('pkijs');
  try {
    const signed = new SignedData({
      schema: ContentInfo.fromBER(Uint8Array.from(Buffer.from(cms, 'hex'))).content,
    });
    const [certificate] = signed.certificates ?? [];
    const [signer] = signed.signerInfos;
    if (!(certificate instanceof Certificate) || !signer?.signedAttrs) return 'none';
    const der = Buffer.from(certificate.toSchema().toBER());
    if (!certificates.some((known) => known.equals(der))) return 'none';
    const digest = signer.signedAttrs.attributes.find(({ type }) => type === MESSAGE_DIGEST)?.values[0];
    const key = createPublicKey({
      key: Buffer.from(certificate.subjectPublicKeyInfo.toSchema().toBER()),
      format: 'der',
      type: 'spki',
    });
    const isValid =
      verify(
        'sha256',
        Buffer.from(signer.signedAttrs.encodedValue),
        key,
        signer.signature.valueBlock.valueHexView,
      ) && Buffer.from(digest.valueBlock.valueHexView).toString('hex') === coveredSha256;
    return isValid && isWhole ? 'whole' : 'broken';
  } catch {
    // What is no CMS is no seal of ours.
    return 'none';
  }
}
