import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isUuid } from '#domain/text/uuid.ts';
import { StorageError } from '../../errors.ts';
import { copies } from '../seal-segments.ts';
import { BlobMissingError, type BlobStore, type StoredBlob } from './blob-store.ts';
import { mapStoreErrors } from './store-failure.ts';

export interface S3Place {
  bucket: string;
  /** The prefix of every key: '' or `folder/`. */
  prefix: string;
  region: string;
  endpoint?: string;
  forcePathStyle: boolean;
  /** Without credentials, the SDK's default chain is used: environment, shared file, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** How many times a request is attempted; by default the SDK's three. */
  maxAttempts?: number;
}

// S3 allows 10,000 parts, so this carries 80 GB; two of them are in memory for each upload.
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** So that an unreachable store is an error, not a hanging request. `ANSWER_MS` ends with the headers. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 120_000;

export function createS3Client({
  region,
  forcePathStyle,
  maxAttempts,
  credentials,
  endpoint,
}: S3Place): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // Many compatible stores don't know newer checksums. Every segment is authenticated anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });
}

/** Stores blobs as objects in an S3-compatible store. S3 lists an object only when it is complete and durable. */
export function createS3Store(place: S3Place): BlobStore {
  const client = createS3Client(place);
  const { bucket, prefix } = place;
  const at = (id: string) => ({ Bucket: bucket, Key: prefix + id });
  const store: Pick<BlobStore, 'put' | 'get' | 'remove'> = {
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
      // Parts of an upload that a crash interrupted are not an object yet, but cost money.
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix + id }),
      );
      for (const { UploadId } of Uploads) {
        await client.send(new AbortMultipartUploadCommand({ ...at(id), UploadId }));
      }
      await client.send(new DeleteObjectCommand(at(id)));
    },
  };
  async function* list(): AsyncIterable<StoredBlob> {
    let more: string | undefined;
    do {
      const page = await mapStoreErrors(() =>
        client.send(
          // The delimiter leaves out subfolders.
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            Delimiter: '/',
            ...(more === undefined ? {} : { ContinuationToken: more }),
          }),
        ),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const id = Key.slice(prefix.length);
        if (isUuid(id)) yield { id, bytes: Size };
      }
      more = page.NextContinuationToken;
    } while (more !== undefined);
  }
  const probe = async () => {
    const probed = at(`.probe-${randomUUID()}`);
    await client.send(new PutObjectCommand({ ...probed, Body: probed.Key }));
    const { Body } = await client.send(new GetObjectCommand(probed));
    const read = await Body?.transformToString();
    await client.send(new DeleteObjectCommand(probed));
    if (read !== probed.Key) {
      throw new StorageError('StoreUnavailable', { cause: new Error('the store gave back other bytes') });
    }
  };
  return {
    put: (id, bytes) => mapStoreErrors(() => store.put(id, bytes)),
    putSegments: (id, segments) =>
      mapStoreErrors(async () => {
        const bytes = Readable.from(copies(segments), { objectMode: false });
        await store.put(id, bytes).finally(() => bytes.destroy());
      }),
    get: (id, range) => mapStoreErrors(() => store.get(id, range)),
    read: (id, length) => mapStoreErrors(async () => buffer(await store.get(id, { start: 0, end: length }))),
    open: async () => undefined,
    remove: (id) => mapStoreErrors(() => store.remove(id)),
    list,
    probe: () => mapStoreErrors(probe),
  };
}
