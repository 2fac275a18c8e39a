import { createHmac } from 'node:crypto';
import { derivedKey } from '#server/sealing/derived-key.ts';

/**
 * Says whether a row of the source is still the one that was brought. Keyed, so that a stolen database doesn't help to
 * guess what is under the seals.
 */
export type Fingerprint = (kind: string, content: unknown) => Buffer;

export function createFingerprint(masterKey: Buffer): Fingerprint {
  const key = derivedKey(masterKey, 'nutmeg import fingerprints v1');
  return (kind, content) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, content]))
      .digest();
}
