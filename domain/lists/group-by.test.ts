import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('groups rows by key, in the order of the rows', () => {
  const groups = groupBy(['bee', 'ant', 'bug'], (word) => word.charAt(0));
  expect([...groups]).toEqual([
    ['b', ['bee', 'bug']],
    ['a', ['ant']],
  ]);
});
