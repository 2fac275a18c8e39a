import { createHmac } from 'node:crypto';
import { derivedKey } from '#server/sealing/derived-key.ts';

/**
 * Detects whether a row of the source has changed since it was imported. Keyed, so that a stolen database does not help
 * to guess sealed values.
 */
export type Fingerprint = (kind: string, content: unknown) => Buffer;

export function createFingerprint(masterKey: Buffer): Fingerprint {
  const key = derivedKey(masterKey, 'nutmeg import fingerprints v1');
  return (kind, content) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, content]))
      .digest();
}
