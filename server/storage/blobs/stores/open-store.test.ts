import { describe, expect, it } from 'vitest';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { s3Place, withFallback } from './open-store.ts';

describe('s3Place', () => {
  it('parses a self-hosted store', () => {
    const url =
      's3://documents?endpoint=http%3A%2F%2F10.0.0.5%3A9000&region=eu-west-1&accessKeyId=me&secretAccessKey=a%2Fb%2Bc';
    expect(s3Place(new URL(url))).toEqual({
      bucket: 'documents',
      prefix: '',
      region: 'eu-west-1',
      endpoint: 'http://10.0.0.5:9000',
      forcePathStyle: true,
      credentials: { accessKeyId: 'me', secretAccessKey: 'a/b+c' },
    });
  });

  it('uses the machine’s credentials and the provider’s host names by default', () => {
    expect(s3Place(new URL('s3://documents/office/2026/?region=us-west-2'))).toEqual({
      bucket: 'documents',
      prefix: 'office/2026/',
      region: 'us-west-2',
      forcePathStyle: false,
    });
  });

  it('follows the setting for path style', () => {
    expect(s3Place(new URL('s3://b?endpoint=https://x.example&forcePathStyle=false')).forcePathStyle).toBe(
      false,
    );
  });
});

describe('withFallback', () => {
  const storeOf = (blobs: Record<string, string>) =>
    ({
      read: async (id: string) => {
        if (blobs[id] === undefined) throw new BlobMissingError(id);
        return Buffer.from(blobs[id]);
      },
    }) as Partial<BlobStore> as BlobStore;

  it('reads at once from the previous store what the new one lacks', async () => {
    const both = withFallback(storeOf({ a: 'new' }), storeOf({ a: 'old', b: 'old' }));
    expect(String(await both.read('a', 3))).toBe('new');
    expect(String(await both.read('b', 3))).toBe('old');
    await expect(both.read('c', 3)).rejects.toThrow(BlobMissingError);
  });
});
