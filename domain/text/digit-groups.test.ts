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
  ['9|123-45-6789', '|123-45-6789'],
  // One digit too many before the cursor: the last one typed is dropped.
  ['123-945|-6789', '123-94|-6789'],
  ['123-45-67899|', '123-45-6789|'],
  ['123456|789123', '123|-78-9123'],
  ['x|', '|'],
])('%s is shown as %s', (text, shown) => {
  expect(marked(groupedAsTyped(typed(text), ssn))).toBe(shown);
});

test('an extra digit never pushes out the digits after the cursor', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{0,9}$/),
      fc.stringMatching(/^[0-9]{0,12}$/),
      fc.nat(9),
      (held, more, place) => {
        const at = Math.min(place, held.length);
        const text = held.slice(0, at) + more + held.slice(at);
        const shown = groupedAsTyped({ text, cursor: at + more.length }, ssn);
        const room = 9 - held.length;
        expect(digitsOf(shown.text)).toBe(held.slice(0, at) + more.slice(0, room) + held.slice(at));
        expect(shown.text).toBe(grouped(digitsOf(shown.text), ssn));
        expect(digitsOf(shown.text.slice(0, shown.cursor))).toBe(held.slice(0, at) + more.slice(0, room));
      },
    ),
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
