import { expect, test } from 'vitest';
import { canBeUndone, mergeRefusal, whoStays } from './merge.ts';

test('a merge can be undone for 30 days', () => {
  const day = 86_400_000;
  const merged = '2026-03-03T12:00:00.000Z';
  const at = Date.parse(merged);
  expect(canBeUndone(merged, at + 30 * day - 1)).toBe(true);
  expect(canBeUndone(merged, at + 30 * day)).toBe(false);
});

test.each([
  [true, true, 'a'],
  [true, false, 'a'],
  [false, true, 'b'],
  [false, false, 'a'],
])('the client with a login stays: %s and %s', (first, second, stays) => {
  expect(whoStays({ id: 'a', hasLogin: first }, { id: 'b', hasLogin: second })).toBe(stays);
});

test('has words for a known reason only', () => {
  expect(mergeRefusal('uploading')?.message).toContain('upload');
  for (const unknown of [undefined, 'toString', 'other']) expect(mergeRefusal(unknown)).toBeUndefined();
});
