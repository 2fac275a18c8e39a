import { describe, expect, it } from 'vitest';
import { s3Place } from './open-store.ts';

describe('s3Place', () => {
  it('reads a store of one’s own', () => {
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

  it('leaves the credentials to the machine, and the names of hosts to the provider', () => {
    expect(s3Place(new URL('s3://documents/office/2026/?region=us-west-2'))).toEqual({
      bucket: 'documents',
      prefix: 'office/2026/',
      region: 'us-west-2',
      forcePathStyle: false,
    });
  });

  it('does as it is told about paths', () => {
    expect(s3Place(new URL('s3://b?endpoint=https://x.example&forcePathStyle=false')).forcePathStyle).toBe(
      false,
    );
  });
});
