/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keywordOf } from './keywords.ts';
import { textNumber } from './phone-numbers.ts';
import { lengthOf, ONE, plainText } from './segments.ts';

describe('keywords', () => {
  test.each([
    ...['STOP', 'stop', ' Stop. ', 'STOPALL', 'stop all', 'Unsubscribe', 'CANCEL', 'END', 'quit', 'REVOKE'],
    ...['opt out', 'OPT-OUT', 'OptOut', 'alto', 'Stop texting me', 'STOP please!'],
  ])('%j ends texts', (body) => expect(keywordOf(body)).toBe('stop'));
  test.each(['START', 'unstop', 'Start!'])('%j begins them', (body) => expect(keywordOf(body)).toBe('start'));
  test.each(['HELP', 'info', 'Ayuda'])('%j asks for help', (body) => expect(keywordOf(body)).toBe('help'));
  test.each([
    ...['', 'Thanks!', 'I can end this on Friday', 'Can you help me with my W-2?', '👍'],
    'Stop by my house tomorrow with the papers please',
  ])('%j is no keyword', (body) => expect(keywordOf(body)).toBeUndefined());
  test('any text is read', () => {
    fc.assert(fc.property(fc.string(), (body) => void keywordOf(body)));
  });
});

test.each([
  ['(203) 555-0142', '+12035550142'],
  ['+1 203-555-0142', '+12035550142'],
  ['12035550142', '+12035550142'],
  ['203-555-014', undefined],
  ['+44 20 7946 0958', undefined],
  ['103-555-0142', undefined],
  ['', undefined],
])('the number of %j is %s', (phone, number) => expect(textNumber(phone)).toBe(number));

describe('segments', () => {
  test('a plain text has only characters of a text, and is as long as carriers count', () => {
    expect(plainText('José’s “Taxes” – ñ ¿á? 🙂')).toBe('José\'s "Taxes" - ñ ¿a? ?');
    expect(lengthOf('a'.repeat(160))).toBe(ONE);
    expect(lengthOf('€'.repeat(80))).toBe(ONE);
  });
  test('what is plain stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });
});
