import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { rotateSigningKey } from '#server/auth/sessions/signing-keys.ts';
import type { Database } from '#server/database/database.ts';
import { rotatePasswords } from '#server/database/embedded/embedded.ts';
import { readFacts } from '#server/office/read-facts.ts';
import {
  beginRotation,
  endRotation,
  findRotation,
  listPreviousKeys,
  removePreviousKey,
  rewrapUntilDone,
} from '#server/operate/keys/master-rotation.ts';
import { writeSheet } from '#server/operate/recovery/sheet.ts';
import { findKeyRing, type KeyRing } from '#server/sealing/key-ring.ts';
import { MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { loadSecretKey, rotateSecretKey } from '#server/sealing/secret-key.ts';
import { type Command, CommandError, type Context, progressPrinter, UsageError } from '../command.ts';
import { errorLog, keyRingFor, withDatabase } from '../with-database.ts';

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

/** Rotates the master key and reseals everything while the portal runs. An interrupted run can be continued. */
function rotateMaster(context: Context): Promise<void> {
  return withDatabase(context, async (database) => {
    const { config, print } = context;
    const keyRing = await keyRingFor(config, database);
    if (config.encryptionKey !== undefined) {
      await rotateConfigured(context, database, keyRing);
      return;
    }
    const unfinished = await findRotation(config.dataDir, keyRing);
    const from = unfinished ?? (await beginRotation(config.dataDir, keyRing));
    print(
      unfinished === undefined
        ? `The new encryption key is ${keyRing.fingerprint()}. Now resealing everything that was sealed with ${from}.`
        : `Continuing the change from ${from} to ${keyRing.fingerprint()}.`,
    );
    await rewrap(context, database, keyRing);
    await endRotation(config.dataDir, from);
    print(`
Done. The old key is kept as keys/previous/${from}.key. Older backups need it, and so do links
in older emails. When you no longer need either, remove it: npm run portal -- keys forget ${from}

The old recovery sheet opens only those backups. Print the new sheet now: npm run portal -- keys sheet`);
  });
}

async function rotateConfigured(context: Context, database: Database, keyRing: KeyRing): Promise<void> {
  if (context.config.previousEncryptionKeys.length === 0) {
    throw new CommandError(
      'ENCRYPTION_KEY is set, so you must set the new key yourself. Do this on each server, one at a time:\n' +
        '  1. set ENCRYPTION_KEY_PREVIOUS to a new key (npm run portal -- keys prints one), and restart the server.\n' +
        '  2. Swap the two values, and restart the server.\n' +
        'Then run this command again with the same two settings.',
    );
  }
  await rewrap(context, database, keyRing);
  context.print(
    `Everything is now sealed with ${keyRing.fingerprint()}. Keep the old key with your older backups. You can remove ENCRYPTION_KEY_PREVIOUS
when no one needs the links in older emails anymore. Print the new recovery sheet now:
npm run portal -- keys sheet`,
  );
}

async function rewrap({ print }: Context, database: Database, keyRing: KeyRing): Promise<void> {
  const progress = progressPrinter({ print });
  const onProgress = (soFar: number) => progress(() => `  ... ${soFar} values`);
  const { changed, broken } = await rewrapUntilDone({ database, keyRing, onProgress });
  print(`${changed} values were resealed.`);
  if (broken > 0) {
    print(`${broken} values can’t be opened with either key. To list them, run: npm run portal -- verify`);
  }
}

/** Removes a previous key, after checking that nothing needs it. */
function forgetKey(context: Context, fingerprint: string): Promise<void> {
  return withDatabase(context, async (database) => {
    const { config, print } = context;
    const keyRing = await keyRingFor(config, database);
    const previous = await listPreviousKeys(config.dataDir);
    if (!previous.includes(fingerprint)) {
      throw new CommandError(
        previous.length === 0
          ? 'No old keys are kept.'
          : `There is no old key ${fingerprint}. These are kept: ${previous.join(', ')}.`,
      );
    }
    await rewrapUntilDone({ database, keyRing });
    await removePreviousKey(config.dataDir, fingerprint);
    print(`The key ${fingerprint} is removed. Backups made with it open only with its recovery sheet.`);
  });
}
