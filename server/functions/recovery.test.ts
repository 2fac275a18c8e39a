import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { recoveryFunctions } from './recovery.ts';

const state = { fingerprint: '0000-0000', confirmed: null, asked: [1, 2] as const };

/** Calls the POST function as a super user or another role. */
function posting(isSuper: boolean, taken: string[][] = []) {
  const tried: unknown[] = [];
  const { 'recovery-sheet': endpoints } = recoveryFunctions({
    database: { runAs: async () => ({ rows: [{ allowed: isSuper }], rowCount: 1 }) } as unknown as Database,
    recovery: {
      state: async () => state,
      confirm: async (_personId, words) => {
        tried.push(words);
        return words[0] === 'right';
      },
    },
    buckets: {
      take: async (buckets) => {
        taken.push(...buckets.map(({ key }) => [...key]));
        if (taken.length > 2) throw new TooManyRequestsError(60);
        return async () => undefined;
      },
    },
  });
  const post = [endpoints ?? []].flat().find(({ method }) => method === 'POST');
  const call = {
    address: '127.0.0.1',
    caller: async () => ({ role: 'authenticated' as const, claims: { role: 'authenticated', sub: 'sam' } }),
    bytes: Buffer.alloc(0),
    takeArchive: () => undefined,
  };
  const send = async (body: unknown) => {
    const answer = await post?.answer(
      new Request('http://portal/', { method: 'POST', body: JSON.stringify(body) }),
      call,
    );
    return answer?.status;
  };
  return { send, tried };
}

test('counts each attempt of the person before it compares the words', async () => {
  const taken: string[][] = [];
  const { send, tried } = posting(true, taken);
  expect(await send({ words: ['wrong', 'b'] })).toBe(422);
  expect(await send({ words: ['right', 'b'] })).toBe(200);
  await expect(send({ words: ['right', 'b'] })).rejects.toThrow(TooManyRequestsError);
  expect(tried).toHaveLength(2);
  expect(taken).toEqual(Array(3).fill(['recovery sheet', 'sam']));
});

test('rejects other roles and malformed answers before it compares the words', async () => {
  const stranger = posting(false);
  expect(await stranger.send({ words: ['right', 'b'] })).toBe(403);
  for (const body of [
    null,
    {},
    { words: ['a'] },
    { words: ['a', 'b', 'c'] },
    { words: ['a', 'b'.repeat(101)] },
  ]) {
    const { send, tried } = posting(true);
    expect(await send(body)).toBe(400);
    expect(tried).toEqual([]);
  }
  expect(stranger.tried).toEqual([]);
});
