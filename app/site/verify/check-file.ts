import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { callFunction } from '#app/shared/api/api.ts';
import type { SealedFile, SealToVerify } from '#contract/signing.ts';
import { sealPlaceIn } from '#domain/signing/seal-place.ts';

/** Asks the server about a file, without sending it. */
export async function checkFile(file: File): Promise<SealedFile> {
  const body = sealOf(new Uint8Array(await file.arrayBuffer()));
  return callFunction<SealedFile>('verify-signature', { method: 'POST', body });
}

/** What the server needs to verify a file: its hash, and its seal with the hash of what that covers. */
function sealOf(bytes: Uint8Array): SealToVerify {
  const place = sealPlaceIn(bytes);
  if (!place) return { sha256: bytesToHex(sha256(bytes)), seal: null };
  const covered = sha256.create();
  for (const part of place.covered) covered.update(part);
  const { cms, isWhole } = place;
  return {
    sha256: bytesToHex(sha256(bytes)),
    seal: { cms, coveredSha256: bytesToHex(covered.digest()), isWhole },
  };
}
