import { createHmac } from 'node:crypto';
import { derivedKey } from '#server/sealing/derived-key.ts';

/** Shows whether a row has changed since its import. Keyed: a stolen database helps to guess no sealed value. */
export type Fingerprint = (kind: string, content: unknown) => Buffer;

export function createFingerprint(masterKey: Buffer): Fingerprint {
  const key = derivedKey(masterKey, 'nutmeg import fingerprints v1');
  return (kind, content) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, content]))
      .digest();
}
