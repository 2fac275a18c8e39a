import { expect, test } from 'vitest';
import { createPace } from './check.ts';

test('limits the average speed, without a burst after a pause', async () => {
  let time = 0;
  const wait = async (ms: number) => {
    time += ms;
  };
  const pace = createPace(1_000, undefined, { now: () => time, wait });
  for (let piece = 0; piece < 100; piece++) await pace(10_000);
  expect(time).toBe(1_000_000);
  for (let piece = 0; piece < 10_000; piece++) await pace(1);
  expect(time).toBeGreaterThan(1_009_900);
  time += 3_600_000;
  const before = time;
  for (let piece = 0; piece < 10; piece++) await pace(1_000);
  expect(time - before).toBeGreaterThanOrEqual(8_950);
});

test('stops waiting when aborted', async () => {
  const stopping = new AbortController();
  const waiting = createPace(1, stopping.signal)(1_000_000);
  stopping.abort();
  await expect(waiting).rejects.toThrow(/abort/);
});
