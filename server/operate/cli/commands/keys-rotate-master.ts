import type { Database } from '#server/database/database.ts';
import {
  beginRotation,
  endRotation,
  findRotation,
  listPreviousKeys,
  removePreviousKey,
  rewrapUntilDone,
} from '#server/operate/keys/master-rotation.ts';
import type { KeyRing } from '#server/sealing/key-ring.ts';
import { CommandError, type Context } from '../command.ts';
import { keyRingFor } from '../key-ring-for.ts';
import { withDatabase } from '../with-database.ts';

/** Rotates the master key and reseals everything while the portal runs. An interrupted run can be continued. */
export function rotateMaster(context: Context): Promise<void> {
  return withDatabase(context, async (database) => {
    const { config, print } = context;
    const keyRing = await keyRingFor(config, database);
    if (config.encryptionKey !== undefined) {
      await rotateConfigured(context, database, keyRing);
      return;
    }
    const unfinished = await findRotation(config.dataDir, keyRing);
    const from = unfinished ?? (await beginRotation(config.dataDir, keyRing)).from;
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

const PROGRESS_MS = 5_000;

async function rewrap({ print }: Context, database: Database, keyRing: KeyRing): Promise<void> {
  let lastProgress = performance.now();
  const { changed, broken } = await rewrapUntilDone({ database, keyRing }, (soFar) => {
    if (performance.now() < lastProgress + PROGRESS_MS) return;
    lastProgress = performance.now();
    print(`  ... ${soFar} values`);
  });
  print(`${changed} values were resealed.`);
  if (broken > 0) {
    print(`${broken} values can’t be opened with either key. To list them, run: npm run portal -- verify`);
  }
}

/** Removes a previous key, after checking that nothing needs it. */
export function forgetKey(context: Context, fingerprint: string): Promise<void> {
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
    await rewrapUntilDone({ database, keyRing }, () => undefined);
    await removePreviousKey(config.dataDir, fingerprint);
    print(`The key ${fingerprint} is removed. Backups made with it open only with its recovery sheet.`);
  });
}
