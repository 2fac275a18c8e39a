import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Room, StoreFacts } from '#domain/health/machine.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { StorageError } from '#server/storage/errors.ts';

export async function storeFacts(store: Pick<BlobStore, 'probe'>): Promise<StoreFacts> {
  try {
    await store.probe();
    return 'works';
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error.code === 'DiskFull' ? 'full' : 'fails';
  }
}

interface Settings {
  dataDir: string;
  storageUrl: string | undefined;
}

/** Free space of the disks of the local folders, in bytes. Each disk is listed once, and an external store is not. */
export async function diskSpaceOf({ dataDir, storageUrl }: Settings): Promise<Room[]> {
  const documents = documentsFolder(dataDir, storageUrl);
  const own = await roomOf(dataDir);
  const other = documents === undefined ? undefined : await roomOf(documents);
  if (other === undefined) return [{ holds: 'data', ...own.room }];
  if (other.disk === own.disk) return [{ holds: 'data and documents', ...own.room }];
  return [
    { holds: 'data', ...own.room },
    { holds: 'documents', ...other.room },
  ];
}

function documentsFolder(dataDir: string, storageUrl: string | undefined): string | undefined {
  if (storageUrl === undefined) return join(dataDir, 'files');
  return storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined;
}

/** For a folder that does not exist yet, uses the parent that does. */
async function roomOf(folder: string): Promise<{ disk: number; room: Pick<Room, 'free' | 'total'> }> {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { disk: dev, room: { free: bavail * bsize, total: blocks * bsize } };
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return roomOf(above);
  }
}
