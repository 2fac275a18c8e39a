import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type CompleteDeps, complete } from './complete.ts';

test('a document whose bytes are not the ones that were sent is never sealed', async () => {
  const request = { id: 'r-1', document_sha256: 'a'.repeat(64), object: { name: 'Letter.pdf' } };
  const deps = {
    database: { query: async () => ({ rows: [request] }) },
    blobs: { read: async () => Readable.from([Buffer.from('another letter')]) },
  };
  await expect(complete(deps as unknown as CompleteDeps, request.id)).rejects.toThrow(
    'a document that was signed is not the one that was sent',
  );
});
