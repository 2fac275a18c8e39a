import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorker } from './worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function workerWith(...rounds: (() => Promise<number | undefined>)[]) {
  const round = vi.fn(() => rounds.shift()?.() ?? Promise.resolve(undefined));
  const onError = vi.fn();
  return { round, onError, worker: createWorker({ round, onError, retryMs: 5_000 }) };
}

test('rounds follow a wake, the time that a round returns, and nothing else', async () => {
  const { round, worker } = workerWith(async () => 1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(round).toHaveBeenCalledTimes(0);
  worker.wake();
  await vi.advanceTimersByTimeAsync(999);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(round).toHaveBeenCalledTimes(2);
});

test('a wake during a round brings one more after it, never two at once', async () => {
  const first = Promise.withResolvers<undefined>();
  const { round, worker } = workerWith(() => first.promise);
  for (let times = 0; times < 3; times++) worker.wake();
  expect(round).toHaveBeenCalledTimes(1);
  first.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(round).toHaveBeenCalledTimes(2);
});

test('a round that fails is reported and repeated', async () => {
  const { round, onError, worker } = workerWith(() => Promise.reject(new Error('no database')));
  worker.wake();
  await vi.advanceTimersByTimeAsync(4_999);
  expect([round.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
});

test('once stopped, it waits for the current round and begins no other', async () => {
  const first = Promise.withResolvers<number>();
  const { round, worker } = workerWith(() => first.promise);
  worker.wake();
  worker.wake();
  const stopped = worker.stop();
  expect(worker.isStopped()).toBe(true);
  first.resolve(1);
  await stopped;
  worker.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(round).toHaveBeenCalledTimes(1);
});
