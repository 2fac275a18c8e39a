/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitMeant, digitsOf, grouped, groupedAsTyped, type Typed } from './digit-groups.ts';

const ssn = [3, 2, 4];
/** "|" is the cursor. */
const typed = (marked: string): Typed => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|') });
const marked = ({ text, cursor }: Typed) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

test.each([
  ['1234|', '123-4|'],
  ['123-456|', '123-45-6|'],
  ['x|', '|'],
])('%s is shown as %s', (text, shown) => {
  expect(marked(groupedAsTyped(typed(text), ssn))).toBe(shown);
});

test('groups all digits, or leaves the text as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 -]{0,14}$/), fc.nat(14), (text, place) => {
      const cursor = Math.min(place, text.length);
      const shown = groupedAsTyped({ text, cursor }, ssn);
      expect(digitsOf(shown.text)).toBe(digitsOf(text));
      expect(shown.text).toBe(shown.doesNotFit ? text : grouped(digitsOf(text), ssn));
      expect(shown.doesNotFit ?? false).toBe(digitsOf(text).length > 9);
      expect(digitsOf(shown.text.slice(0, shown.cursor))).toBe(digitsOf(text.slice(0, cursor)));
    }),
  );
});

test.each([
  ['Backspace behind a hyphen', '123-|45', '123|45', '12|45'],
  ['Delete before a hyphen', '123|-45', '123|45', '123|5'],
])('%s deletes the digit', (_key, before, after, meant) => {
  expect(digitMeant(typed(before), typed(after))).toEqual(typed(meant));
});

test.each([
  ['a digit was deleted', '123-4|5', '123-|5'],
  ['a digit was typed', '123-|45', '1239|-45'],
  ['there is no digit before', '-|12', '|12'],
  ['nothing changed', '123|', '123|'],
])('does nothing else when %s', (_what, before, after) => {
  expect(digitMeant(typed(before), typed(after))).toBeNull();
});
