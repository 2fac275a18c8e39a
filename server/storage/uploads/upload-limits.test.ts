import { expect, test } from 'vitest';
import { createInFlightBytes, limitBytes } from './upload-limits.ts';

const to = (key: string) => ({ bucketId: 'user-documents', key });

/** Yields `times` buffers of `size` bytes. */
async function* chunks(size: number, times: number): AsyncIterable<Buffer> {
  for (let i = 0; i < times; i++) yield Buffer.alloc(size);
}

async function readAll(bytes: AsyncIterable<Buffer>): Promise<number> {
  let sum = 0;
  for await (const chunk of bytes) sum += chunk.length;
  return sum;
}

test.each([
  [50, 2],
  [99, 1],
  [0, 3],
])('passes on %i bytes %i times, within a limit of 100', async (size, times) => {
  expect(await readAll(limitBytes(chunks(size, times), 100))).toBe(size * times);
  expect(await readAll(createInFlightBytes().limit(to('maria/1.pdf'), 100, chunks(size, times)))).toBe(
    size * times,
  );
});

test.each([
  [101, 1],
  [1, 101],
])('refuses %i bytes %i times, with a limit of 100', async (size, times) => {
  await expect(readAll(limitBytes(chunks(size, times), 100))).rejects.toMatchObject({
    code: 'EntityTooLarge',
  });
  await expect(
    readAll(createInFlightBytes().limit(to('maria/1.pdf'), 100, chunks(size, times))),
  ).rejects.toMatchObject({ code: 'QuotaExceeded' });
});

test('concurrent uploads share only the quota of their client', async () => {
  const inFlight = createInFlightBytes();
  const first = inFlight.limit(to('maria/1.pdf'), 100, chunks(60, 2))[Symbol.asyncIterator]();
  await first.next();
  await expect(readAll(inFlight.limit(to('maria/2.pdf'), 100, chunks(60, 1)))).rejects.toThrow(
    expect.objectContaining({ code: 'QuotaExceeded' }),
  );
  expect(await readAll(inFlight.limit(to('maria/3.pdf'), 100, chunks(40, 1)))).toBe(40);
  expect(await readAll(inFlight.limit(to('john/1.pdf'), 100, chunks(50, 2)))).toBe(100);
  await expect(first.next()).rejects.toThrow(expect.objectContaining({ code: 'QuotaExceeded' }));
});

test('stops counting bytes of uploads that ended, failed or were aborted', async () => {
  const inFlight = createInFlightBytes();
  const bytes = () => inFlight.limit(to('maria/1.pdf'), 100, chunks(50, 2));
  expect(await readAll(bytes())).toBe(100);
  await expect(readAll(inFlight.limit(to('maria/1.pdf'), 100, chunks(50, 3)))).rejects.toThrow();
  for await (const _chunk of bytes()) break;
  expect(await readAll(bytes())).toBe(100);
});

test('does not count without a limit', async () => {
  const inFlight = createInFlightBytes();
  expect(await readAll(inFlight.limit(to('maria/1.pdf'), Number.POSITIVE_INFINITY, chunks(1000, 3)))).toBe(
    3000,
  );
});
