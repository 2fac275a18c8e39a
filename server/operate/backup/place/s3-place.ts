import { openBucket, type S3Place } from '#server/storage/blobs/stores/s3-bucket.ts';
import { FileMissingError } from '../backup-error.ts';
import { type BackupPlace, mapPlaceErrors, toBackupError } from './place.ts';

/** A file can have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;

/** A bucket of an S3-compatible store. */
export function createS3Place(settings: S3Place): BackupPlace {
  const bucket = openBucket(settings);
  const { prefix, endpoint } = settings;
  const host = endpoint === undefined ? '' : ` at ${new URL(endpoint).host}`;
  const label = `s3://${settings.bucket}/${prefix}`.replace(/\/$/, '') + host;
  const mapErrors = mapPlaceErrors(label);

  return {
    label,
    put: (name, bytes) => mapErrors(() => bucket.put(name, bytes, PART_BYTES)),
    get: (name) =>
      mapErrors(async () => {
        const found = await bucket.get(name);
        if (found === undefined) throw new FileMissingError(label, name);
        const { size, bytes } = found;
        if (size === undefined) throw new Error('the store answered without a size');
        return { size, bytes };
      }),
    async *list(start) {
      try {
        yield* bucket.list(start);
      } catch (error) {
        throw toBackupError(error, label);
      }
    },
    remove: (name) => mapErrors(() => bucket.remove(name)),
    removeUnfinished: (start, before) => mapErrors(() => bucket.removeUnfinished(start, before)),
  };
}
