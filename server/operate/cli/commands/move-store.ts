import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '#server/database/database.ts';
import { orphans } from '#server/operate/verify/orphans.ts';
import { type Config, storageUrlProblem } from '#server/settings/config.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { copyMissing, type Moved } from '#server/storage/blobs/stores/move-store.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { formatBytes } from '../verify-report.ts';
import { withDatabase } from '../with-database.ts';

const PROGRESS_MS = 5_000;
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
  if (config.previousStorageUrl === undefined) {
    throw new UsageError('move-store needs the store to move to; or STORAGE_URL_PREVIOUS, to finish a move.');
  }
  const moved = await copyAll(context, config.previousStorageUrl, currentUrl(config), 0);
  const removed = await withDatabase(context, (database) => removeDeleted(database, context));
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
  let lastProgress = performance.now();
  const onProgress = ({ copied, blobs }: Moved) => {
    if (performance.now() < lastProgress + PROGRESS_MS) return;
    lastProgress = performance.now();
    print(`  ... ${copied} copied, ${blobs} checked`);
  };
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const moved = await copyMissing({ from, to, onProgress });
    if (moved.copied > 0) print(`${moved.copied} of ${moved.blobs} documents and pieces were copied.`);
    if (moved.copied <= remainder || (remainder > 0 && moved.copied >= before)) return moved;
    before = moved.copied;
  }
}

/** Removes blobs that a server deleted from the old store only, after they were copied. */
async function removeDeleted(database: Database, { config }: Context): Promise<number> {
  const store: BlobStore = await openStore(config.storageUrl, config.dataDir);
  const deleted: string[] = [];
  const deps = { database, store };
  for await (const { key } of orphans(deps, () => undefined)) deleted.push(key);
  for (const id of deleted) await store.remove(id);
  return deleted.length;
}

const currentUrl = (config: Config): string =>
  config.storageUrl ?? pathToFileURL(join(config.dataDir, 'files')).href;

const counted = ({ blobs, bytes }: Moved) =>
  `${blobs} documents and pieces (${formatBytes(bytes)}), each with its size,`;

function withoutSecrets(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has('secretAccessKey')) url.searchParams.set('secretAccessKey', '...');
  return url.href;
}
