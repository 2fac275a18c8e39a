/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { bytesOf, freshBucket, service, storageFetch } from '../support/storage.ts';
import { begun, patch } from '../support/tus.ts';

const SEGMENT = 256 * 1024;
/** Around the segment boundaries, and elsewhere. */
const BORDERS = [4096, 8300, SEGMENT - 1, 2 * SEGMENT + 5, 4 * SEGMENT, 4 * SEGMENT + 4097];
const SIZE = 5 * SEGMENT + 17;

const portal = portalForFile();
let bucket: string;
const bytes = bytesOf('in pieces', SIZE);
beforeAll(async () => {
  bucket = await freshBucket(portal);
  const at = await begun(portal, { bucket, key: 'whole.bin', length: SIZE });
  for (const [n, from] of [0, ...BORDERS].entries()) {
    await patch(portal, at, from, bytes.subarray(from, BORDERS[n] ?? SIZE));
  }
});

const fetchRange = (range?: string) =>
  storageFetch(portal, `object/authenticated/${bucket}/whole.bin`, range ? { headers: { range } } : {});

test('a file of several pieces is downloaded whole', async () => {
  const answer = await fetchRange();
  expect(answer.headers.get('content-length')).toBe(String(SIZE));
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

test('ranges are correct across piece boundaries', async () => {
  const near = fc
    .tuple(fc.constantFrom(0, ...BORDERS, SIZE - 1), fc.integer({ min: -2, max: 2 }))
    .map(([border, off]) => Math.min(Math.max(border + off, 0), SIZE - 1));
  const place = fc.oneof(near, fc.nat({ max: SIZE - 1 }));
  await fc.assert(
    fc.asyncProperty(place, place, async (a, b) => {
      const [start, end] = a < b ? [a, b] : [b, a];
      const answer = await fetchRange(`bytes=${start}-${end}`);
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${SIZE}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
    }),
    { numRuns: inputs(60) },
  );
});

test('a copy is readable after the original was deleted', async () => {
  const files = service(portal).storage.from(bucket);
  await files.copy('whole.bin', 'copy.bin');
  await files.move('copy.bin', 'moved.bin');
  await files.remove(['whole.bin']);
  const { data } = await files.download('moved.bin');
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
});
