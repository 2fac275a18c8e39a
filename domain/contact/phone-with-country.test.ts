/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatPhoneWithCountry,
  internationalPhone,
  isWholePhone,
  phoneDigits,
  typedPhoneWithCountry,
} from './phone.ts';

test.each([
  ['', ''],
  ['2', '+1 2'],
  ['203', '+1 203'],
  ['2035', '+1 203-5'],
  ['2035550142', '+1 203-555-0142'],
  ['+12035550142', '+1 203-555-0142'],
  ['+1 (203) 555-0142', '+1 203-555-0142'],
  ['1-203-555-0142', '+1 203-555-0142'],
  ['12035550142', '+1 203-555-0142'],
  ['20355501429', '20355501429'],
  ['1234567890', '+1 123-456-7890'],
  ['call me at 203.555.0142 please', '+1 203-555-0142'],
  ['+1', ''],
  ['+', ''],
  ['no digits', ''],
])('%j is shown as %j', (typed, shown) => {
  expect(formatPhoneWithCountry(typed)).toBe(shown);
});

test('is stored with its country and nothing else', () => {
  expect(internationalPhone('+1 203-555-0142')).toBe('+12035550142');
  expect(isWholePhone('203-555-014')).toBe(false);
  expect(isWholePhone('+1 203-555-0142')).toBe(true);
});

test('whatever is typed, showing it changes nothing more', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[+1 0-9().-]{0,24}$/));
  fc.assert(
    fc.property(typed, (text) => {
      const digits = phoneDigits(text);
      if (digits === undefined) {
        expect(formatPhoneWithCountry(text)).toBe(text.trim());
        return;
      }
      expect(digits).toMatch(/^\d{0,10}$/);
      expect(formatPhoneWithCountry(text)).toMatch(/^(\+1 \d{1,3}(-\d{1,3}(-\d{1,4})?)?)?$/);
      expect(phoneDigits(formatPhoneWithCountry(text))).toBe(digits);
    }),
  );
});

describe('while somebody types', () => {
  /** The field as a person works on it: "|" is the cursor. */
  function type(field: string, key: string): string {
    const cursor = field.indexOf('|');
    const before = field.slice(0, cursor);
    const after = field.slice(cursor + 1);
    const left = key === 'Backspace' ? before.slice(0, -1) : before + key;
    const next = typedPhoneWithCountry({ text: left + after, cursor: left.length });
    return `${next.text.slice(0, next.cursor)}|${next.text.slice(next.cursor)}`;
  }

  test('digit after digit', () => {
    const field = [...'2035550142'].reduce(type, '|');
    expect(field).toBe('+1 203-555-0142|');
    expect(type(field, 'x')).toBe('+1 203-555-0142|');
  });

  test('with the country typed too', () => {
    expect([...'+1 203 555 0142'].reduce(type, '|')).toBe('+1 203-555-0142|');
    expect([...'12035550142'].reduce(type, '|')).toBe('+1 203-555-0142|');
  });

  test('a number of another country, as it is typed', () => {
    expect([...'+52 55 1234 5678'].reduce(type, '|')).toBe('+52 55 1234 5678|');
    expect([...'0044 20 7946'].reduce(type, '|')).toBe('0044 20 7946|');
    expect([...'001 203 555 0142'].reduce(type, '|')).toBe('+1 203-555-0142|');
  });

  test.each([
    ['+1 203-555|-0142', 'Backspace', '+1 203-55|0-142'],
    ['+1 20|3-555-014', '9', '+1 209|-355-5014'],
    ['+1 203-|555', 'Backspace', '+1 203|-555'],
    ['+1 |203', 'Backspace', '+1 |203'],
    ['+1 2|', 'Backspace', '|'],
    ['|+1 203', '5', '+1 5|20-3'],
    ['+1| 203-555-0142', 'Backspace', '+1 |203-555-0142'],
  ])('%s, then %s, is %s', (field, key, next) => {
    expect(type(field, key)).toBe(next);
  });
});
