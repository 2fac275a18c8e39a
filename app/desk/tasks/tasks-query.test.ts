import { expect, test } from 'vitest';
import { parseWho, whoIds, whoSearch } from './tasks-query.ts';

test.each(whoIds)('the address keeps %s', (who) => {
  expect(parseWho(new URLSearchParams(whoSearch(who)))).toBe(who);
});

test('an unknown word shows one’s own tasks', () => {
  expect(parseWho(new URLSearchParams('?who=toString'))).toBe('mine');
});
