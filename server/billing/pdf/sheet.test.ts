import { expect, test } from 'vitest';
import { wrapped } from './sheet.ts';

// Evidence of a signature quotes names as they are: it is sealed, and can't be corrected.
test.each([
  ['one line', ['one line']],
  ['breaks at a space', ['breaks at', 'a space']],
  ['two  spaces', ['two ', 'spaces']],
  ['a  b', ['a  b']],
  ['a_long_name_without_spaces', ['a_long_nam', 'e_without_', 'spaces']],
  ['and a_long_name_without', ['and', 'a_long_nam', 'e_without']],
  ['', ['']],
])('%s in a column of ten characters', (text, lines) => {
  expect(wrapped(text, 10, (part) => part.length)).toEqual(lines);
});
