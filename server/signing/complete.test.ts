import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { objectKey } from '#domain/documents/object-keys.ts';
import { type CompleteDeps, complete, keysOfCopy } from './complete.ts';

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

const deep = `ana${`/${'f'.repeat(250)}`.repeat(3)}`;

test.each([
  ['a short name', 'ana/2026', 'Letter', 'ana/2026/Letter - signed'],
  ['a year after a dot', 'ana', 'Letter.2026', 'ana/Letter.2026 - signed'],
  ['a long name in Hindi', 'ana', 'क'.repeat(82), `ana/${'क'.repeat(80)} - signed`],
  ['emoji where the name is cut', 'ana', `a${'😀'.repeat(62)}`, `ana/a${'😀'.repeat(60)} - signed`],
  ['a folder without room', `${deep}/${'f'.repeat(250)}`, 'a', `${deep}/a - signed`],
])('the key of a signed copy is one that calls can open, for %s', (_, folder, base, copy) => {
  const keys = keysOfCopy(`${folder}/${base}.pdf`, ' - signed');
  expect(keys[0]).toBe(`${copy}.pdf`);
  expect(keys.at(-1)).toMatch(/ - signed [0-9a-f-]{36}\.pdf$/);
  expect(keys.filter((key) => objectKey(key) !== key)).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});
