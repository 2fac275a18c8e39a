import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

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

/** Parts of an upload that are in memory. */
const PARTS_AT_ONCE = 2;
/** So that an unreachable store is an error, not a hanging request. `ANSWER_MS` ends with the headers. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 120_000;

/** The objects of an S3-compatible store below the prefix. Rejects with the library's errors. */
export function openBucket({ bucket, prefix, ...connection }: S3Place) {
  const client = new S3Client({
    ...connection,
    // Many compatible stores don't know newer checksums. Every segment is authenticated anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    /** The object exists only when it is complete and durable. S3 allows 10,000 parts. */
    async put(name: string, bytes: Readable, partSize: number): Promise<void> {
      const params = { ...at(name), Body: bytes, ContentType: 'application/octet-stream' };
      await new Upload({ client, params, partSize, queueSize: PARTS_AT_ONCE }).done();
    },
    /** Undefined if there is no such object. Both ends of the range are inclusive. */
    async get(name: string, range?: { start: number; end: number }) {
      const Range = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await client
        .send(new GetObjectCommand({ ...at(name), ...Range }))
        .catch(undefinedIf(NoSuchKey));
      if (found === undefined) return undefined;
      const { Body, ContentLength } = found;
      if (!(Body instanceof Readable)) throw new Error('the store answered without a stream');
      return { size: ContentLength, bytes: Body };
    },
    /** In bytes; undefined if there is no such object. */
    async sizeOf(name: string): Promise<number | undefined> {
      const found = await client.send(new HeadObjectCommand(at(name))).catch(undefinedIf(NotFound));
      return found && (found.ContentLength ?? 0);
    },
    async remove(name: string): Promise<void> {
      await client.send(new DeleteObjectCommand(at(name)));
    },
    /** All objects whose names start so, also those in subfolders unless there is a delimiter. */
    async *list(start: string, delimiter?: '/') {
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix + start, Delimiter: delimiter },
      );
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
          yield { name: Key.slice(prefix.length), size: Size, modified: LastModified };
        }
      }
    },
    /** Parts of an upload that was cut off are not an object yet, but cost money. */
    async removeUnfinished(start: string, before?: Date): Promise<void> {
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix + start }),
      );
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (before && Initiated && Initiated >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
    },
  };
}

function undefinedIf(missing: typeof NoSuchKey | typeof NotFound) {
  return (error: unknown): undefined => {
    if (!(error instanceof missing)) throw error;
  };
}
