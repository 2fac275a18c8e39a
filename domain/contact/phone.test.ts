/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, isWholePhone, phoneDigits, showPhone, typedPhone } from './phone.ts';

const ten = fc.stringMatching(/^[2-9][0-9]{9}$/);
const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');

test('groups digits while typing, without a trailing hyphen', () => {
  const shown = ['', '2', '20', '203', '2035', '203555', '2035550', '2035550142'].map(formatPhone);
  expect(shown).toEqual(['', '2', '20', '203', '203-5', '203-555', '203-555-0', '203-555-0142']);
});

test.each([
  ['(203) 555-0142'],
  ['+1 203 555 0142'],
  ['1-203-555-0142'],
  ['203.555.0142 ext. 9'],
  [' +12035550142'],
])('%s is the same number', (written) => {
  expect(phoneDigits(written)).toBe('2035550142');
});

test('keeps any ten digits, whatever the separators', () => {
  const noise = fc.stringMatching(/^[ ().a-zA-Z\u00e9\u0663/-]{0,4}$/);
  fc.assert(
    fc.property(ten, fc.array(noise, { minLength: 11, maxLength: 11 }), (number, between) => {
      const written = between.map((gap, i) => gap + (number[i] ?? '')).join('');
      expect(phoneDigits(written)).toBe(number);
    }),
  );
});

test('arbitrary text gives at most ten digits in order, and formatting is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()-]{0,30}$/)), (text) => {
      const digits = phoneDigits(text);
      expect(digits).toMatch(/^[0-9]{0,10}$/);
      expect(digitsOf(text)).toContain(digits);
      const formatted = formatPhone(text);
      expect(digitsOf(formatted)).toBe(digits);
      expect(formatPhone(formatted)).toBe(formatted);
    }),
  );
});

test('keeps the cursor behind the same digit', () => {
  fc.assert(
    fc.property(ten, fc.nat(12), (number, cursor) => {
      const typed = { text: formatPhone(number), cursor };
      const shown = typedPhone(typed);
      expect(shown.text).toBe(typed.text);
      expect(digitsOf(shown.text.slice(0, shown.cursor))).toBe(digitsOf(typed.text.slice(0, cursor)));
    }),
  );
});

test('ignores an extra digit at any cursor position', () => {
  fc.assert(
    fc.property(ten, fc.nat(12), fc.stringMatching(/^[2-9]$/), (number, at, digit) => {
      const text = formatPhone(number);
      const typed = { text: text.slice(0, at) + digit + text.slice(at), cursor: at + 1 };
      expect(typedPhone(typed).text).toBe(text);
    }),
  );
});

test.each([
  ['+1 203 555 0142', 15, '203-555-0142', 12],
  ['12035550142', 11, '203-555-0142', 12],
  ['1203-555-0142', 1, '203-555-0142', 0],
])('the country code in %j is dropped, and the cursor with it', (text, cursor, shown, at) => {
  expect(typedPhone({ text, cursor })).toEqual({ text: shown, cursor: at });
});

test('formats stored numbers for display', () => {
  for (const stored of ['2035550142', '+12035550142', '203-555-0142', '(203) 555-0142']) {
    expect(showPhone(stored)).toBe('(203) 555-0142');
  }
  expect(showPhone(' ')).toBe('Not provided');
  expect(showPhone('+44 20 7946 0958')).toBe('+44 20 7946 0958');
  expect(isWholePhone('203-555-014')).toBe(false);
});
