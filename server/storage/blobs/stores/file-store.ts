import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUuid } from '#domain/text/uuid.ts';
import { syncFolder } from '#server/sealing/sync-folder.ts';
import { unlessGone } from '#server/unless-gone.ts';
import { StorageError } from '../../errors.ts';
import { SEGMENT_BYTES, TAG_BYTES } from '../segments.ts';
import { BlobMissingError, type BlobStore, type StoredBlob } from './blob-store.ts';
import { claimFolder, requireMark } from './folder-mark.ts';
import { mapStoreErrors } from './store-failure.ts';
import { openToRead, readWhole, writeFile } from './whole-files.ts';

/** One read is one segment, so that decryption does not have to join buffers. */
const READ_BYTES = SEGMENT_BYTES + TAG_BYTES;
/** Kept free on the disk, because the database is often on the same disk and stops without space. */
export const RESERVE_BYTES = 1024 ** 3;
/** How often the free space is checked during an upload. */
const CHECK_SPACE_BYTES = 64 * 1024 ** 2;

/** For how long one check of the free space counts for new uploads: less than it takes to fill the reserve. */
const SPACE_MS = 1_000;

const SHARD_LENGTH = 3;

/** Stores blobs as files, in 4096 folders by the first characters of the id. */
export function createFileStore(folder: string, reserve = RESERVE_BYTES): BlobStore {
  const shardOf = (id: string) => join(folder, id.slice(0, SHARD_LENGTH));
  const pathOf = (id: string) => join(shardOf(id), id);
  const draftOf = (id: string) => `${pathOf(id)}.part`;
  /** By path. Undefined before the first upload, and after a failure: the folder may be gone, perhaps with its disk. */
  let durableShards: Promise<Map<string, Promise<void>>> | undefined;
  let spaceUntil = 0;
  let isClaimed = false;

  const requireDisk = async () => {
    if (isClaimed) await requireMark(folder);
  };
  /** Turns the error of a file that does not exist into a `BlobMissingError`, unless its disk is gone. */
  const missing = (id: string) => async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await requireDisk();
    throw new BlobMissingError(id);
  };
  const findShards = () => {
    const found = requireDisk().then(() => syncShards(folder));
    found.catch(() => {
      durableShards = undefined;
    });
    return found;
  };
  const makeShard = async (path: string) => {
    durableShards ??= findShards();
    const shards = await durableShards;
    const known = shards.get(path);
    if (known) return known;
    const made = requireDisk().then(() => makeDurable(path));
    shards.set(path, made);
    // The next upload tries again: a full disk may have room by then.
    made.catch(() => shards.delete(path));
    return made;
  };
  const requireSpace = async (id: string) => {
    await requireFreeSpace(shardOf(id), reserve);
    spaceUntil = performance.now() + SPACE_MS;
  };
  async function put(id: string, bytes: AsyncIterable<Buffer>) {
    await makeShard(shardOf(id));
    if (performance.now() >= spaceUntil) await requireSpace(id);
    await writeFile(draftOf(id), bytes, { everyBytes: CHECK_SPACE_BYTES, check: () => requireSpace(id) });
    await rename(draftOf(id), pathOf(id));
    // The new name is durable only after its folder is synced.
    await syncFolder(shardOf(id));
  }

  return {
    put: (id, bytes) =>
      mapStoreErrors(() => put(id, bytes)).catch((error: unknown) => {
        if (error instanceof StorageError && error.code === 'StoreUnavailable') durableShards = undefined;
        throw error;
      }),
    get: (id, range) =>
      mapStoreErrors(async () => {
        const file = await open(pathOf(id), 'r').catch(missing(id));
        return file.createReadStream({ ...range, highWaterMark: READ_BYTES });
      }),
    read: (id, length) => mapStoreErrors(() => readWhole(pathOf(id), length).catch(missing(id))),
    open: (id) => mapStoreErrors(() => openToRead(pathOf(id)).catch(missing(id))),
    remove: (id) =>
      mapStoreErrors(async () => {
        await rm(draftOf(id), { force: true });
        await rm(pathOf(id), { force: true });
      }),
    list: () => listFolder(folder),
    claim: (known) =>
      mapStoreErrors(async () => {
        await makeDurable(folder);
        await claimFolder(folder, 'documents', async () => (await known()).map(pathOf));
        isClaimed = true;
      }),
    probe: () => mapStoreErrors(() => requireDisk().then(() => probeFolder(folder))),
  };
}

async function* listFolder(folder: string): AsyncIterable<StoredBlob> {
  for (const shard of (await namesIn(folder)).filter((name) => name.length === SHARD_LENGTH)) {
    for (const id of await namesIn(join(folder, shard))) {
      if (!isUuid(id) || !id.startsWith(shard)) continue;
      const found = await mapStoreErrors(() => stat(join(folder, shard, id)).catch(unlessGone));
      if (found?.isFile()) yield { id, bytes: found.size };
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await mapStoreErrors(() => readdir(folder));
  return names.sort();
}

/** Ignores the reserve: a full disk can still be read. */
async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `.probe-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(path);
      await file.sync();
    } finally {
      await file.close();
    }
    if ((await readFile(path, 'utf8')) !== path) {
      throw new StorageError('StoreUnavailable', { cause: new Error('the store gave back other bytes') });
    }
  } finally {
    await rm(path, { force: true });
  }
}

async function requireFreeSpace(folder: string, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserve) throw new StorageError('DiskFull');
}

/** Those that are there. The process that made them may have crashed before they were durable, so they are synced, at once. */
async function syncShards(folder: string): Promise<Map<string, Promise<void>>> {
  const names = await readdir(folder).catch(unlessGone);
  if (names !== undefined) await syncFolder(folder);
  const shards = (names ?? []).filter((name) => name.length === SHARD_LENGTH);
  return new Map(shards.map((name) => [join(folder, name), Promise.resolve()]));
}

async function makeDurable(shard: string): Promise<void> {
  const made = await mkdir(shard, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(shard));
  if (made !== undefined && made !== shard) await syncFolder(dirname(made));
}
