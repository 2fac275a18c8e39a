import { hkdfSync } from 'node:crypto';

/**
 * The secret of one use, for each master key that is valid: the present one first, which signs; what any of them has
 * signed is believed. Asked for anew each time, since the master key may change while the server runs.
 */
export type Secrets = () => readonly [Buffer, ...Buffer[]];

/** A key of its own for one use. `label` names the use; two labels never give keys that tell of each other. */
export function derivedKey(masterKey: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', label, 32));
}
