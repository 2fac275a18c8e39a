import { callFunction } from '#app/shared/api/api.ts';
import type { SealedFile } from '#contract/signing.ts';
import { sealOf } from './seal-of.ts';

/** Asks the server about a file, without sending it. */
export async function checkFile(file: File): Promise<SealedFile> {
  const body = sealOf(new Uint8Array(await file.arrayBuffer()));
  return callFunction<SealedFile>('verify-signature', { method: 'POST', body });
}
