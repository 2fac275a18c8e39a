import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '#server/database/database.ts';
import { type Config, storageUrlProblem } from '#server/settings/config.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { copyMissing, type Moved } from '#server/storage/blobs/stores/move-store.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { orphans } from '#server/verify/orphans.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { inUnits } from '../verify-words.ts';
import { withDatabase } from '../with-database.ts';

const PROGRESS_MS = 5_000;
/** Few enough for the second command, which brings what servers have written to the old store since. */
const REMAINDER = 100;

export const moveStore: Command = {
  usage: 'move-store [<to>]',
  says: 'copies every document to another store while the portal runs; without <to>, copies what the previous store got since',
  run: async (args, context) => {
    const [to, ...rest] = args;
    if (rest.length > 0) throw new UsageError('move-store needs one store at most.');
    await (to === undefined ? finish(context) : begin(context, to));
  },
};

/** Everything to the new store, while servers read and write the present one. */
async function begin(context: Context, to: string): Promise<void> {
  const { config, print } = context;
  const problem = storageUrlProblem(to);
  if (problem !== undefined) throw new UsageError(`move-store: the store ${problem}.`);
  if (to === presentUrl(config)) throw new CommandError('That is the present store.');
  const moved = await copyAll(context, presentUrl(config), to, REMAINDER);
  print(`
${counted(moved)} are in the new store now. The servers still use the old one. To go on:

  1. With several servers: set STORAGE_URL_PREVIOUS to the new store on each of them, start it again.
  2. Set STORAGE_URL to the new store and STORAGE_URL_PREVIOUS to the old one on every server, start it again:
     STORAGE_URL_PREVIOUS=${withoutSecrets(presentUrl(config))}
  3. Run npm run portal -- move-store, with these settings: it copies what was uploaded in the meantime.`);
}

/** The rest, when every server writes to the new store. */
async function finish(context: Context): Promise<void> {
  const { config, print } = context;
  if (config.previousStorageUrl === undefined) {
    throw new UsageError('move-store needs the store to move to; or STORAGE_URL_PREVIOUS, to finish a move.');
  }
  const moved = await copyAll(context, config.previousStorageUrl, presentUrl(config), 0);
  const removed = await withDatabase(context, (database) => removeStrays(database, context));
  print(`
Done: ${counted(moved)} of the old store are in the new one.${removed > 0 ? ` ${removed} that were deleted in the meantime are removed.` : ''}
Remove STORAGE_URL_PREVIOUS on every server and start it again, then run npm run portal -- verify.
The old store was not changed. Remove it when verify has found nothing.`);
}

/**
 * Copies in passes, each of which brings what was uploaded during the one before, until a pass copies at most
 * `remainder` blobs. While servers still write to the old store, waiting for none could take forever.
 */
async function copyAll(
  { config, print }: Context,
  fromUrl: string,
  toUrl: string,
  remainder: number,
): Promise<Moved> {
  const [from, to] = [await openStore(fromUrl, config.dataDir), await openStore(toUrl, config.dataDir)];
  await to.probe();
  let told = performance.now();
  const onProgress = ({ copied, blobs }: Moved) => {
    if (performance.now() < told + PROGRESS_MS) return;
    told = performance.now();
    print(`  ... ${copied} copied, ${blobs} looked at`);
  };
  for (;;) {
    const moved = await copyMissing({ from, to, onProgress });
    if (moved.copied > 0) print(`${moved.copied} of ${moved.blobs} documents and pieces were copied.`);
    if (moved.copied <= remainder) return moved;
  }
}

/** What a server that knew only the old store has deleted after it was copied. */
async function removeStrays(database: Database, { config }: Context): Promise<number> {
  const store: BlobStore = await openStore(config.storageUrl, config.dataDir);
  const strays: string[] = [];
  const deps = { database, store };
  for await (const { key } of orphans(deps, () => undefined)) strays.push(key);
  for (const id of strays) await store.remove(id);
  return strays.length;
}

const presentUrl = (config: Config): string =>
  config.storageUrl ?? pathToFileURL(join(config.dataDir, 'files')).href;

const counted = ({ blobs, bytes }: Moved) =>
  `${blobs} documents and pieces (${inUnits(bytes)}), each with its size,`;

function withoutSecrets(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has('secretAccessKey')) url.searchParams.set('secretAccessKey', '...');
  return url.href;
}
