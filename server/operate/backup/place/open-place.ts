import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { s3Place } from '#server/storage/blobs/stores/open-store.ts';
import { BackupError } from '../backup-error.ts';
import { createFolderPlace } from './folder-place.ts';
import type { BackupPlace } from './place.ts';

/** `file:///folder`, an absolute path, or `s3://bucket/prefix?endpoint=...`. Throws `BackupError`. */
export async function openPlace(text: string): Promise<BackupPlace> {
  if (isAbsolute(text)) return createFolderPlace(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'file:') return createFolderPlace(fileURLToPath(url));
  if (url?.protocol === 's3:' && url.hostname !== '') {
    // Loaded on demand: the S3 client is several megabytes.
    const { createS3Place } = await import('./s3-place.ts');
    return createS3Place(s3Place(url));
  }
  throw new BackupError(
    'The backup place must be a folder, such as /mnt/backup or file:///mnt/backup, or s3://bucket/prefix?endpoint=https://s3.example.com.',
  );
}
