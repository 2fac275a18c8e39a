import { hkdfSync } from 'node:crypto';

/** A key of its own for one use. `label` names the use; two labels never give keys that tell of each other. */
export function derivedKey(masterKey: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', label, 32));
}
