import { requireMasterKey } from '#server/auth/sessions/signing-keys.ts';
import type { Database } from '#server/database/database.ts';
import { findKeyRing, type KeyRing, loadKeyRing } from '#server/sealing/key-ring.ts';
import { MasterKeyError } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';
import { CommandError } from './command.ts';

/**
 * Loads the keys of this database. Like the server, creates a key if nothing in the database is sealed yet, but never if
 * the database's key is missing. Throws `CommandError`.
 */
export async function keyRingFor(config: Config, database: Pick<Database, 'query'>): Promise<KeyRing> {
  const found = await findKeyRing(config);
  await requireMasterKey(database, found?.sealer).catch((error: unknown) => {
    throw error instanceof MasterKeyError ? new CommandError(error.message) : error;
  });
  return found ?? loadKeyRing(config);
}
