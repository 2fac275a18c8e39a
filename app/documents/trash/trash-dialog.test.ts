import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { destroyedIn, restoredText } from './trash-dialog.tsx';

test.each([
  ['2026-12-20T10:00:00Z', 'Deleted for good in 30 days'],
  ['2026-12-02T09:00:00Z', 'Deleted for good in 12 days'],
  ['2026-11-21T10:00:01Z', 'Deleted for good in 2 days'],
  ['2026-11-21T10:00:00Z', 'Deleted for good within a day'],
  ['2026-11-20T10:00:01Z', 'Deleted for good within a day'],
])('expires on %s: "%s"', (expires, words) => {
  expect(english(destroyedIn(expires, new Date('2026-11-20T10:00:00Z')))).toBe(words);
});

const file = (id: string, path = `${id}.pdf`) => ({ id, path });

test.each([
  [[file('a')], [file('a')], 'Restored 1 file'],
  [[file('a'), file('b'), file('c')], [file('c'), file('a'), file('b')], 'Restored 3 files'],
  [
    [file('a'), file('b')],
    [file('a', 'a_x1y2.pdf'), file('b')],
    'Restored 2 files. One has a new name because its old name is taken: a_x1y2.pdf',
  ],
  [
    [file('a'), file('b')],
    [file('a', 'a_x1y2.pdf'), file('b', 'b_x1y2.pdf')],
    'Restored 2 files. 2 have new names because their old names are taken',
  ],
  [[file('a'), file('b')], [file('a')], 'Restored 1 file. 1 file had already left the trash'],
])('restored of %j: %j', (wanted, back, words) => {
  expect(restoredText(wanted, back, english)).toBe(words);
});
