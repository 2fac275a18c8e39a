import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BlobMissingError, type BlobStore } from './blob-store.ts';

export interface S3Place {
  bucket: string;
  /** What every key begins with: '' or `folder/`. */
  prefix: string;
  region: string;
  endpoint?: string;
  forcePathStyle: boolean;
  /** Without them the SDK's usual chain: environment, shared file, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

// S3 allows 10,000 parts, so this carries 80 GB; two of them are in memory for each upload.
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Blobs as objects of an S3-compatible store. S3 shows an object only when it is whole and durable. */
export function createS3Store({ bucket, prefix, credentials, endpoint, ...place }: S3Place): BlobStore {
  const client = new S3Client({
    ...place,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // Newer checksums are unknown to many compatible stores; every segment has its own proof anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (id: string) => ({ Bucket: bucket, Key: prefix + id });
  return {
    async put(id, bytes) {
      const upload = new Upload({
        client,
        params: { ...at(id), Body: bytes, ContentType: 'application/octet-stream' },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      await upload.done();
    },
    async get(id, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client
        .send(new GetObjectCommand({ ...at(id), ...(Range === undefined ? {} : { Range }) }))
        .catch((error: unknown) => {
          throw error instanceof NoSuchKey ? new BlobMissingError(id) : error;
        });
      if (!(Body instanceof Readable)) throw new Error('the store answered without a stream');
      return Body;
    },
    async remove(id) {
      // Parts of an upload that a crash cut off are no object yet, but cost money.
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix + id }),
      );
      for (const { UploadId } of Uploads) {
        await client.send(new AbortMultipartUploadCommand({ ...at(id), UploadId }));
      }
      await client.send(new DeleteObjectCommand(at(id)));
    },
  };
}
