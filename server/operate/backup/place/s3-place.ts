import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createS3Client, type S3Place } from '#server/storage/blobs/stores/s3-store.ts';
import { FileMissingError } from '../backup-error.ts';
import type { BackupPlace } from './place.ts';
import { mapPlaceErrors, toBackupError } from './place-failure.ts';

// S3 allows 10,000 parts, so a file can have 160 GB. Two parts are in memory at a time.
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** A bucket of an S3-compatible store. A file is visible only once it is complete and durable. */
export function createS3Place(settings: S3Place): BackupPlace {
  const client = createS3Client(settings);
  const { bucket, prefix: root, endpoint } = settings;
  const host = endpoint === undefined ? '' : ` at ${new URL(endpoint).host}`;
  const label = `s3://${bucket}/${root}`.replace(/\/$/, '') + host;
  const mapErrors = mapPlaceErrors(label);
  const at = (name: string) => ({ Bucket: bucket, Key: root + name });

  return {
    label,
    put: (name, bytes) =>
      mapErrors(async () => {
        const upload = new Upload({
          client,
          params: { ...at(name), Body: bytes, ContentType: 'application/octet-stream' },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        });
        await upload.done();
      }),
    get: (name) =>
      mapErrors(async () => {
        const { Body, ContentLength } = await client
          .send(new GetObjectCommand(at(name)))
          .catch((error: unknown) => {
            throw error instanceof NoSuchKey ? new FileMissingError(label, name) : error;
          });
        if (!(Body instanceof Readable) || ContentLength === undefined) {
          throw new Error('the store answered without a stream');
        }
        return { size: ContentLength, bytes: Body };
      }),
    async *list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: root + prefix });
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
            yield { name: Key.slice(root.length), size: Size, modified: LastModified };
          }
        }
      } catch (error) {
        throw toBackupError(error, label);
      }
    },
    remove: (name) => mapErrors(async () => void (await client.send(new DeleteObjectCommand(at(name))))),
    removeUnfinished: (prefix, before) =>
      mapErrors(async () => {
        // Deps of an upload that was cut off are no file yet, but cost money.
        const { Uploads = [] } = await client.send(
          new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: root + prefix }),
        );
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (Initiated !== undefined && Initiated >= before) continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
        }
      }),
  };
}
