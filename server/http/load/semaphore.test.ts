import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../errors.ts';
import { createSemaphore } from './semaphore.ts';

test('limits running and queued tasks, and a failed task frees its turn', async () => {
  const semaphore = createSemaphore(2, 3);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const work = (n: number) =>
    semaphore.take(() => {
      begun.push(n);
      const end = Promise.withResolvers<number>();
      ends[n] = end;
      return end.promise;
    });
  const all = [0, 1, 2, 3, 4].map(work);
  expect(begun).toEqual([0, 1]);
  await expect(work(5)).rejects.toBeInstanceOf(TooManyRequestsError);

  ends[0]?.reject(new Error('no'));
  await expect(all[0]).rejects.toThrow('no');
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.resolve(1);
  await all[1];
  expect(begun).toEqual([0, 1, 2, 3]);
  const late = work(6);
  for (const n of [2, 3]) ends[n]?.resolve(n);
  await Promise.all([all[2], all[3]]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 6]);
  for (const n of [4, 6]) ends[n]?.resolve(n);
  expect([await all[4], await late]).toEqual([4, 6]);

  const again = semaphore.take(async () => 'free');
  expect(await again).toBe('free');
});
