import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '#server/database/database.ts';
import { blobExists, orphans } from '#server/operate/verify/orphans.ts';
import { type Config, storageUrlProblem } from '#server/settings/config.ts';
import { copyMissing, type Moved } from '#server/storage/blobs/stores/move-store.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { unlessGone } from '#server/unless-gone.ts';
import {
  type Command,
  CommandError,
  type Context,
  formatBytes,
  progressPrinter,
  UsageError,
} from '../command.ts';
import { withDatabase } from '../with-database.ts';

/** The second command copies what is left, and what servers wrote to the old store since. */
const MAX_REMAINING = 100;

export const moveStore: Command = {
  usage: 'move-store [<to>]',
  summary:
    'copies every document to another store while the portal runs; without <to>, copies what was added since then',
  run: async (args, context) => {
    const [to, ...rest] = args;
    if (rest.length > 0) throw new UsageError('move-store needs one store at most.');
    await (to === undefined ? finish(context) : begin(context, to));
  },
};

/** Copies everything to the new store, while servers use the current one. */
async function begin(context: Context, to: string): Promise<void> {
  const { config, print } = context;
  const problem = storageUrlProblem(to);
  if (problem !== undefined) throw new UsageError(`move-store: the store ${problem}.`);
  if (to === currentUrl(config)) throw new CommandError('That is already the current store.');
  const moved = await copyAll(context, currentUrl(config), to, MAX_REMAINING);
  print(`
${counted(moved)} are in the new store now. The servers still use the old one. To continue:

  1. If you have several servers, set STORAGE_URL_PREVIOUS to the new store on each one and restart it.
  2. Set STORAGE_URL to the new store and STORAGE_URL_PREVIOUS to the old one on every server, and restart it:
     STORAGE_URL_PREVIOUS=${withoutSecrets(currentUrl(config))}
  3. With these settings, run npm run portal -- move-store. It copies what was uploaded in the meantime.`);
}

/** Copies the rest, when every server writes to the new store. */
async function finish(context: Context): Promise<void> {
  const { config, print } = context;
  const previousUrl = config.previousStorageUrl;
  if (previousUrl === undefined) {
    throw new UsageError('move-store needs the store to move to; or STORAGE_URL_PREVIOUS, to finish a move.');
  }
  const moved = await copyAll(context, previousUrl, currentUrl(config), 0);
  const removed = await withDatabase(context, (database) => removeDeleted(database, config, previousUrl));
  print(`
Done: ${counted(moved)} from the old store are in the new one.${removed > 0 ? ` ${removed} that were deleted in the meantime were removed.` : ''}
Remove STORAGE_URL_PREVIOUS on every server and restart it. Then run npm run portal -- verify.
The old store was not changed. Remove it when verify finds no problems.`);
}

/**
 * Copies in passes until a pass copies at most `remainder` blobs. Each pass copies what was uploaded during the previous
 * one, so while servers write to the old store, an empty pass may never come. If they write faster than this copies, no
 * pass is shorter than the one before; the second command has to copy the rest.
 */
async function copyAll(
  { config, print }: Context,
  fromUrl: string,
  toUrl: string,
  remainder: number,
): Promise<Moved> {
  const [from, to] = [await openStore(fromUrl, config.dataDir), await openStore(toUrl, config.dataDir)];
  await to.probe();
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const put: typeof to.put = async (id, bytes) => {
    await appendFile(copiedFile(config), `${id}\n`, { mode: 0o600 });
    await to.put(id, bytes);
  };
  const progress = progressPrinter({ print });
  const onProgress = ({ copied, blobs }: Moved) => progress(() => `  ... ${copied} copied, ${blobs} checked`);
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const moved = await copyMissing({ from, to: { ...to, put }, onProgress });
    if (moved.copied > 0) print(`${moved.copied} of ${moved.blobs} documents and pieces were copied.`);
    if (moved.copied <= remainder || (remainder > 0 && moved.copied >= before)) return moved;
    before = moved.copied;
  }
}

/**
 * Removes blobs that a server deleted from the old store only, after they were copied. Other blobs that the database
 * does not know may be of another portal, or this is the wrong database.
 */
async function removeDeleted(database: Database, config: Config, previousUrl: string): Promise<number> {
  const store = await openStore(config.storageUrl, config.dataDir);
  const previous = await openStore(previousUrl, config.dataDir);
  const copied = new Set((await readFile(copiedFile(config), 'utf8').catch(unlessGone))?.split('\n'));
  const deleted: string[] = [];
  let [blobs, strangers] = [0, 0];
  const count = (seen: number) => {
    blobs += seen;
  };
  for await (const { key } of orphans({ database, store }, count)) {
    if (copied.has(key) && !(await blobExists(previous, key))) deleted.push(key);
    else strangers += 1;
  }
  const known = blobs - strangers - deleted.length;
  if (strangers > known) {
    throw new CommandError(
      `The new store has ${known} documents and pieces of this database, and ${strangers} that it does not know. ` +
        'Check that DATA_DIR and DATABASE_URL are those of the portal, and that no other portal uses this store. Nothing was removed.',
    );
  }
  for (const id of deleted) await store.remove(id);
  await rm(copiedFile(config), { force: true });
  return deleted.length;
}

/** The ids of the blobs that were copied, one per line. */
const copiedFile = ({ dataDir }: Config) => join(dataDir, 'move-store.copied');

const currentUrl = (config: Config): string =>
  config.storageUrl ?? pathToFileURL(join(config.dataDir, 'files')).href;

const counted = ({ blobs, bytes }: Moved) =>
  `${blobs} documents and pieces (${formatBytes(bytes)}), each with its size,`;

function withoutSecrets(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has('secretAccessKey')) url.searchParams.set('secretAccessKey', '...');
  return url.href;
}
