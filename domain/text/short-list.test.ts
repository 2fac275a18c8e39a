import { expect, test } from 'vitest';
import { z } from 'zod';
import { shortList } from './short-list.ts';

test('does not look at the elements of a list that is too long', () => {
  let read = 0;
  const counted = z.unknown().refine(() => ++read > 0);
  expect(shortList(counted, { max: 2 }).safeParse([0, 0, 0]).success).toBe(false);
  expect(read).toBe(0);
  expect(shortList(counted, { max: 3 }).safeParse([0, 0, 0]).success).toBe(true);
  expect(read).toBe(3);
});

test('checks the length and each element', () => {
  const words = shortList(z.string(), { min: 1, max: 2 });
  expect(words.parse(['a', 'b'])).toEqual(['a', 'b']);
  for (const wrong of [[], ['a', 1], ['a', 'b', 'c'], 'ab', null])
    expect(words.safeParse(wrong).success).toBe(false);
});
