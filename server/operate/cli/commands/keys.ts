import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { rotateSigningKey } from '#server/auth/sessions/signing-keys.ts';
import { rotatePasswords } from '#server/database/embedded/embedded.ts';
import { readFacts } from '#server/office/read-facts.ts';
import { writeSheet } from '#server/operate/recovery/sheet-file.ts';
import { findKeyRing } from '#server/sealing/key-ring.ts';
import { MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { loadSecretKey, rotateSecretKey } from '#server/sealing/secret-key.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { keyRingFor } from '../key-ring-for.ts';
import { errorLog, withDatabase } from '../with-database.ts';
import { forgetKey, rotateMaster } from './keys-rotate-master.ts';

export const keys: Command = {
  usage: 'keys [sheet | rotate master|signing|secret|database | forget <key>]',
  summary: 'shows the keys for programs; makes the recovery sheet or a new key; removes an old key',
  run: async (args, context) => {
    const [verb, what, ...rest] = args;
    if (verb === undefined) await show(context);
    else if (verb === 'sheet' && what === undefined) await makeSheet(context);
    else if (verb === 'rotate' && rest.length === 0) await rotate(context, what);
    else if (verb === 'forget' && what !== undefined && rest.length === 0) await forgetKey(context, what);
    else throw new UsageError('keys takes no arguments, or one of: sheet, rotate, forget.');
  },
};

async function show(context: Context): Promise<void> {
  const { config, print } = context;
  // Like the server, creates a key if there is none yet, but not if the database's key is missing.
  if (!(await findKeyRing(config))) await withDatabase(context, (database) => keyRingFor(config, database));
  const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
  const encryptionKey =
    config.encryptionKey === undefined
      ? `kept in ${join(config.dataDir, 'keys', 'encryption.key')}`
      : 'taken from ENCRYPTION_KEY';
  print(`
Publishable key  ${config.publishableKey}
                 For browsers and apps. Anyone can see it.

Secret key       ${secretKey}
                 Acts as service_role and skips the policies. Never use it in a browser or an email.

Encryption key   ${encryptionKey}
                 Without it, no one can open any documents. Keep a copy somewhere else.
                 All servers of one database need the same key. To start a NEW installation with a
                 key of your own, set this one, just made:
                 ENCRYPTION_KEY=${randomBytes(MASTER_KEY_BYTES).toString('base64')}
`);
}

/** Writes the recovery sheet of the current key as a page to print. */
async function makeSheet(context: Context): Promise<void> {
  const { config, print } = context;
  const { keyRing, business } = await withDatabase(context, async (database) => ({
    keyRing: await keyRingFor(config, database),
    business: await readFacts(database),
  }));
  const path = await writeSheet({ ...config, business }, keyRing.current());
  print(`The recovery sheet for the key ${keyRing.fingerprint()} is in

  ${path}

Open it in a browser and print it twice. Then log in as a super user and confirm it at ${config.siteUrl}/manage/office/recovery
(that removes the file), or remove the file yourself.`);
}

const rotations: Record<string, (context: Context) => Promise<void>> = {
  master: rotateMaster,
  signing: rotateSigning,
  secret: rotateSecret,
  database: rotateDatabase,
};

async function rotate(context: Context, what = ''): Promise<void> {
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
