import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import { s3Place } from './open-store.ts';
import { createS3Client } from './s3-store.ts';

/** Takes a URL in the format of `STORAGE_URL`. */
export function openS3Folder(url: URL) {
  const place = s3Place(url);
  const { bucket, prefix } = place;
  const client = createS3Client(place);
  return {
    bucket,
    /** Undefined if there is no such object. The key is relative to the prefix. */
    async find(key: string): Promise<{ size: number; open(): Promise<Readable> } | undefined> {
      const at = { Bucket: bucket, Key: prefix + key };
      const head = await client.send(new HeadObjectCommand(at)).catch((error: unknown) => {
        if (error instanceof NotFound) return undefined;
        throw error;
      });
      if (head === undefined) return undefined;
      return {
        size: head.ContentLength ?? 0,
        async open() {
          const { Body } = await client.send(new GetObjectCommand(at));
          if (!(Body instanceof Readable)) throw new Error('the store answered without a stream');
          return Body;
        },
      };
    },
  };
}
