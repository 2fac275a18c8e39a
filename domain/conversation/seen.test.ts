import { expect, test } from 'vitest';
import { lastSeen } from './seen.ts';

const thread = [
  { id: 'd', side: 'client', sequence: 9 },
  { id: 'c', side: 'office', sequence: 7 },
  { id: 'b', side: 'client', sequence: 4 },
  { id: 'a', side: 'client', sequence: 2 },
] as const;

test.each([
  ['client', 1, null],
  ['client', 3, 'a'],
  ['client', 7, 'b'],
  ['client', 9, 'd'],
  ['office', 6, null],
  ['office', 8, 'c'],
] as const)('of the %s, seen up to %i: %s', (side, seenUpTo, id) => {
  expect(lastSeen(thread, side, seenUpTo)).toBe(id);
});
