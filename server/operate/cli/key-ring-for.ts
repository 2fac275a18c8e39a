import { requireMasterKey } from '#server/auth/sessions/signing-keys.ts';
import type { Database } from '#server/database/database.ts';
import { findKeyRing, type KeyRing, loadKeyRing } from '#server/sealing/key-ring.ts';
import { MasterKeyError } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';
import { CommandError } from './command.ts';

/** This database's keys. Creates one if nothing is sealed yet, never if it is missing. Throws `CommandError`. */
export async function keyRingFor(config: Config, database: Pick<Database, 'query'>): Promise<KeyRing> {
  const found = await findKeyRing(config);
  await requireMasterKey(database, found?.sealer).catch((error: unknown) => {
    throw error instanceof MasterKeyError ? new CommandError(error.message) : error;
  });
  return found ?? loadKeyRing(config);
}
