import { hkdfSync } from 'node:crypto';

/**
 * Returns the secret of one use for each valid master key. The first belongs to the current key and signs; signatures
 * of all are accepted. Call it each time: the master key may change while the server runs.
 */
export type Secrets = () => readonly [Buffer, ...Buffer[]];

/** Derives a key for one use. `label` names the use; keys of different labels are independent. */
export function derivedKey(masterKey: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', label, 32));
}
