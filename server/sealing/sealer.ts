import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The sealed bytes were changed, truncated, moved to another place, or sealed with another key. */
export class SealBrokenError extends Error {}

export function createSealer(masterKey: Buffer) {
  // The master key itself encrypts nothing, so that each use can have a separate key.
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'nutmeg sealing v1', 32));
  return {
    seal(clear: Uint8Array, place: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(clear), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
    },
    open(sealed: Uint8Array, place: string): Buffer {
      const bytes = Buffer.from(sealed);
      if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
        throw new SealBrokenError(`not a seal: ${place}`);
      }
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES));
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]);
      } catch (error) {
        throw new SealBrokenError(`the seal does not hold: ${place}`, { cause: error });
      }
    },
  };
}

/**
 * Encrypts small secrets (data keys, private keys, answers) with AES-256-GCM. `place` names where the sealed bytes
 * belong ("signing-key:KID"); it is authenticated, so they open nowhere else.
 */
export type Sealer = ReturnType<typeof createSealer>;
