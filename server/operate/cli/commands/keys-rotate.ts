import { rotateSigningKey } from '#server/auth/sessions/signing-keys.ts';
import { rotatePasswords } from '#server/database/embedded/embedded.ts';
import { rotateSecretKey } from '#server/sealing/secret-key.ts';
import { CommandError, type Context, UsageError } from '../command.ts';
import { keyRingFor } from '../key-ring-for.ts';
import { errorLog, withDatabase } from '../with-database.ts';
import { rotateMaster } from './keys-rotate-master.ts';

const rotations: Record<string, (context: Context) => Promise<void>> = {
  master: rotateMaster,
  signing: rotateSigning,
  secret: rotateSecret,
  database: rotateDatabase,
};

export async function rotate(context: Context, what = ''): Promise<void> {
  const rotation = Object.hasOwn(rotations, what) ? rotations[what] : undefined;
  if (!rotation) throw new UsageError(`keys rotate needs one of: ${Object.keys(rotations).join(', ')}.`);
  await rotation(context);
}

async function rotateSigning(context: Context): Promise<void> {
  await withDatabase(context, async (database) => {
    const { sealer } = await keyRingFor(context.config, database);
    const kid = await rotateSigningKey(database, sealer);
    context.print(
      `Access tokens are signed with the new key ${kid}. Tokens signed with the old key work until they expire, within an hour. No one is logged out.`,
    );
  });
}

async function rotateSecret({ config, print }: Context): Promise<void> {
  if (config.secretKey !== undefined) {
    throw new CommandError(
      'SECRET_KEY is set in the environment. Set the new one on every server, then restart them.',
    );
  }
  const key = await rotateSecretKey(config.dataDir);
  print(`The new secret key is ${key}\nThe old one no longer works. Give the new one to your programs.`);
}

async function rotateDatabase({ config, print }: Context): Promise<void> {
  if (config.databaseUrl !== undefined) {
    throw new CommandError(
      'The database in DATABASE_URL is managed elsewhere. Change the password there, then in DATABASE_URL on every server.',
    );
  }
  await rotatePasswords({ dataDir: config.dataDir, log: errorLog });
  print('The database has new passwords, stored in keys/. You don’t need to restart anything.');
}
