/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatPhone,
  formatPhoneWithCountry,
  internationalPhone,
  isWholePhone,
  phoneDigits,
  phoneProblem,
  showPhone,
  typedPhone,
  typedPhoneWithCountry,
} from './phone.ts';

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
  ['001 203 555 0142'],
  ['12035550142'],
  ['Tel: 203\u2013555\u20130142'],
  [' +12035550142'],
])('%s is the same number', (written) => {
  expect(phoneDigits(written)).toBe('2035550142');
});

test('keeps any ten digits, whatever the separators', () => {
  const noise = fc.stringMatching(/^[ ().a-zA-Z\u00a0\u2013/-]{0,4}$/);
  fc.assert(
    fc.property(ten, fc.array(noise, { minLength: 11, maxLength: 11 }), (number, between) => {
      const written = between.map((gap, i) => gap + (number[i] ?? '')).join('');
      expect(phoneDigits(written)).toBe(number);
    }),
  );
});

test.each([
  '+52 55 1234 5678',
  '+52 55 1234 567',
  '0044 20 7946 0958',
  '0044 20 7946',
  '011 52 55 1234 5678',
  '001 203 555 01429',
  '203.555.0142 ext. 9',
  '1 203 555 0142 7',
  '203-555-0142, 203-555-0143',
  '\u0662\u0660\u0663-555-0142',
])('%s is no US number, and stays as it is', (text) => {
  expect(phoneProblem(text)).toBe('not_us');
  for (const shown of [formatPhone, formatPhoneWithCountry, internationalPhone, showPhone]) {
    expect(shown(text)).toBe(text);
  }
  const typed = { text, cursor: text.length };
  expect(typedPhone(typed).text).toBe(text);
  expect(typedPhoneWithCountry(typed).text).toBe(text);
});

test('keeps all digits of any text, except the country code of the United States', () => {
  const written = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[+0-9 ().-]{0,30}$/),
    fc
      .tuple(fc.constantFrom('', '+', '00', '011', '001', '1', '+1', '+52 '), ten)
      .map((parts) => parts.join('')),
  );
  const withoutCountry = (text: string) => digitsOf(text).replace(/^(?:001|1)(?=\d{10}$)/, '');
  fc.assert(
    fc.property(written, (text) => {
      for (const shown of [
        formatPhone(text),
        internationalPhone(text),
        typedPhone({ text, cursor: 0 }).text,
      ]) {
        if (isWholePhone(shown)) expect(withoutCountry(shown)).toBe(withoutCountry(text));
      }
      expect(formatPhone(formatPhone(text))).toBe(formatPhone(text));
      const typed = typedPhoneWithCountry({ text, cursor: 0 }).text;
      if (isWholePhone(typed)) expect(phoneDigits(typed)).toBe(withoutCountry(text));
    }),
  );
});

test('never makes a US number of a text with more digits, or with the code of another country', () => {
  const foreign = fc.oneof(
    fc.stringMatching(/^\+[2-9][0-9 -]{6,20}$/),
    fc.stringMatching(/^00[2-9][0-9 -]{6,20}$/),
    fc.stringMatching(/^[2-9][0-9]{10,20}$/),
  );
  fc.assert(
    fc.property(foreign, (text) => {
      expect(isWholePhone(text)).toBe(false);
      for (const shown of [
        formatPhone(text),
        internationalPhone(text),
        typedPhone({ text, cursor: 0 }).text,
      ]) {
        expect(isWholePhone(shown)).toBe(false);
      }
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

test('an extra digit at any cursor position does not fit', () => {
  fc.assert(
    fc.property(ten, fc.nat(12), fc.stringMatching(/^[2-9]$/), (number, at, digit) => {
      const text = formatPhone(number);
      const typed = { text: text.slice(0, at) + digit + text.slice(at), cursor: at + 1 };
      expect(typedPhone(typed)).toEqual({ ...typed, doesNotFit: true });
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
