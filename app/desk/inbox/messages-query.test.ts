import { expect, test } from 'vitest';
import { insertOpenMessage } from './messages-query.ts';

const at = (id: string, hour: number) => ({ id, created_at: `2026-11-20T0${hour}:00:00+00:00` });
const list = [at('a', 1), at('c', 3), at('e', 5)];
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('');

test.each([
  [at('d', 4), 'acde'],
  [at('0', 0), '0ace'],
  [at('z', 9), 'acez'],
  [at('c', 3), 'ace'],
  [null, 'ace'],
])('keeps the open message at its place: %j', (open, wanted) => {
  expect(ids(insertOpenMessage(list, open, 'open'))).toBe(wanted);
  expect(ids(insertOpenMessage(list, open, 'mine'))).toBe(wanted);
});

test('an open message is first among the answered ones', () => {
  expect(ids(insertOpenMessage(list, at('d', 4), 'answered'))).toBe('dace');
});
