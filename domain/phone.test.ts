import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, isWholePhone, phoneCaret, phoneDigits, showPhone } from './phone.ts';

const ten = fc.stringMatching(/^[2-9][0-9]{9}$/);
const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');

test('groups appear as the digits come, with no hyphen left dangling', () => {
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

test('any ten digits survive, whatever stands between them', () => {
  const noise = fc.stringMatching(/^[ ().a-zA-Z\u00e9\u0663/-]{0,4}$/);
  fc.assert(
    fc.property(ten, fc.array(noise, { minLength: 11, maxLength: 11 }), (number, between) => {
      const written = between.map((gap, i) => gap + (number[i] ?? '')).join('');
      expect(phoneDigits(written)).toBe(number);
    }),
  );
});

test('wild text gives at most ten digits, in order, and formatting twice changes nothing', () => {
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

test('the caret stays behind the same digit', () => {
  fc.assert(
    fc.property(ten, fc.nat(10), (number, before) => {
      const formatted = formatPhone(number);
      const caret = phoneCaret(formatted, before);
      expect(digitsOf(formatted.slice(0, caret))).toHaveLength(before);
    }),
  );
});

test('a stored number reads as the account page shows it', () => {
  expect(showPhone('2035550142')).toBe('203-555-0142');
  expect(showPhone('+12035550142')).toBe('203-555-0142');
  expect(showPhone(' ')).toBe('Not provided');
  expect(showPhone('+44 20 7946 0958')).toBe('+44 20 7946 0958');
  expect(isWholePhone('203-555-014')).toBe(false);
});
