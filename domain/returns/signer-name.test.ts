import { expect, test } from 'vitest';
import { isNamed, isNameOf, isSignature, nameOfWhole } from './signer-name.ts';

const rosa = { first: 'Rosa María', last: 'Núñez-García' };

test.each([
  ['Rosa María Núñez-García', true],
  ['rosa nunez garcia', true],
  ['NÚÑEZ GARCÍA, ROSA', true],
  ['Rosa M. Nunezgarcia Jr.', true],
  ['Rosa Maria Elena Núñez–García III', true],
  // Decomposed, as some phones type it.
  ['Rosa Nu\u0301n\u0303ez Garci\u0301a', true],
  ['Rosa', false],
  ['Núñez García', false],
  ['Rosa Núñez', false],
  ['Rose Núñez García', false],
  ['Juan Pérez', false],
  ['', false],
])('“%s” as the name of Rosa María Núñez-García: %s', (typed, same) => {
  expect(isNameOf(typed, rosa)).toBe(same);
});

test.each([
  ['Sean ONeil', { first: 'Sean', last: 'O’Neil' }],
  ['sean o neil', { first: 'Sean', last: "O'Neil" }],
  ['Maria De La Cruz', { first: 'María', last: 'Delacruz' }],
  ['Ana-Lucía Paz', { first: 'Ana Lucia', last: 'Paz' }],
  ['Lee Lee', { first: 'Lee', last: 'Lee' }],
  ['Björk', { first: 'Björk', last: '' }],
  ['李 雷', { first: '雷', last: '李' }],
])('“%s” is the name of %j', (typed, name) => {
  expect(isNameOf(typed, name)).toBe(true);
});

test('one word is not both names', () => {
  expect(isNameOf('Lee', { first: 'Lee', last: 'Lee' })).toBe(false);
});

test('a name that is known as a whole has its first and its last word', () => {
  expect(isNameOf('Rosa Delgado', nameOfWhole('Rosa M. Delgado Jr.'))).toBe(true);
  expect(nameOfWhole('  ')).toEqual({ first: '', last: '' });
  expect([isNamed(nameOfWhole(' ')), isNamed(nameOfWhole('Rosa'))]).toEqual([false, true]);
});

test.each([
  ['Rosa Núñez', true],
  ['李雷', true],
  ['X', false],
  ['   ', false],
  ['12 34', false],
  ['a'.repeat(201), false],
])('accepts “%s” as a signature: %s', (typed, taken) => {
  expect(isSignature(typed)).toBe(taken);
});
