import { randomBytes } from 'node:crypto';
import { keptSecret } from './master-key.ts';

/** The key that acts as `service_role`, made once and kept under the data folder. */
export function keptSecretKey(dataDir: string): Promise<string> {
  return keptSecret(dataDir, 'secret.key', () => `sb_secret_${randomBytes(24).toString('base64url')}`);
}
