import { expect, test } from 'vitest';
import { createUnderWay } from './in-flight-bytes.ts';

const to = (key: string) => ({ bucketId: 'user-documents', key });

/** Bytes that come when they are asked for, `size` at a time. */
async function* coming(size: number, times: number): AsyncIterable<Buffer> {
  for (let i = 0; i < times; i++) yield Buffer.alloc(size);
}

async function take(bytes: AsyncIterable<Buffer>): Promise<number> {
  let sum = 0;
  for await (const chunk of bytes) sum += chunk.length;
  return sum;
}

test('uploads at once share the room of their client, and of no other', async () => {
  const underWay = createUnderWay();
  const first = underWay.within(to('maria/1.pdf'), 100, coming(60, 2))[Symbol.asyncIterator]();
  await first.next();
  await expect(take(underWay.within(to('maria/2.pdf'), 100, coming(60, 1)))).rejects.toThrow(
    expect.objectContaining({ code: 'QuotaExceeded' }),
  );
  expect(await take(underWay.within(to('maria/3.pdf'), 100, coming(40, 1)))).toBe(40);
  expect(await take(underWay.within(to('john/1.pdf'), 100, coming(50, 2)))).toBe(100);
  await expect(first.next()).rejects.toThrow(expect.objectContaining({ code: 'QuotaExceeded' }));
});

test('what ended, was refused or was left early is under way no more', async () => {
  const underWay = createUnderWay();
  const bytes = () => underWay.within(to('maria/1.pdf'), 100, coming(50, 2));
  expect(await take(bytes())).toBe(100);
  await expect(take(underWay.within(to('maria/1.pdf'), 100, coming(50, 3)))).rejects.toThrow();
  for await (const _chunk of bytes()) break;
  expect(await take(bytes())).toBe(100);
});

test('without a bound nothing is counted', async () => {
  const underWay = createUnderWay();
  expect(await take(underWay.within(to('maria/1.pdf'), Number.POSITIVE_INFINITY, coming(1000, 3)))).toBe(
    3000,
  );
});
