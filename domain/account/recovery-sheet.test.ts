/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isRecoveryWord,
  keyFingerprint,
  keyFromRecoveryWords,
  RecoveryWordsError,
  recoveryWords,
  WORD_COUNT,
} from './recovery-sheet.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const words = recoveryWords(key);
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });

function refusal(text: string): string {
  try {
    keyFromRecoveryWords(text);
  } catch (error) {
    if (error instanceof RecoveryWordsError) return error.message;
    throw error;
  }
  throw new Error('the words were taken');
}

describe('the words of a recovery sheet', () => {
  test('match BIP-39', () => {
    expect(recoveryWords(new Uint8Array(32)).join(' ')).toBe(`${'abandon '.repeat(23)}art`);
    expect(recoveryWords(new Uint8Array(32).fill(0xff)).join(' ')).toBe(`${'zoo '.repeat(23)}vote`);
  });

  test('restore every key', () => {
    fc.assert(
      fc.property(anyKey, (any) => {
        expect(recoveryWords(any)).toHaveLength(WORD_COUNT);
        expect(keyFromRecoveryWords(recoveryWords(any).join(' '))).toEqual(any);
      }),
    );
  });

  test('are accepted in any spelling', () => {
    const typed = [
      words.join(' ').toUpperCase(),
      `\n\t ${words.join('\r\n')} \n`,
      words.map((word, index) => `${index + 1}. ${word}`).join('  '),
      words.map((word, index) => `${index + 1})${word},`).join(' '),
      words.map((word, index) => `${index + 1}${word}`).join(' '),
      words.map((word) => word.slice(0, 4)).join('-'),
      words.map((word) => (word.length > 4 ? `${word.slice(0, 4)}0${word.slice(5)}` : word)).join(' '),
    ];
    for (const text of typed) expect(keyFromRecoveryWords(text), text).toEqual(key);
  });

  test('are named in the error if wrong', () => {
    const with7 = (word: string) => words.with(6, word).join(' ');
    expect(refusal(with7('xylophone'))).toBe(
      'Word 7, "xylophone", is not a word of a recovery sheet. Compare it with the sheet.',
    );
    expect(refusal(words.with(0, 'ab').with(23, '5zzzz').join(' '))).toBe(
      'Word 1, "ab", and Word 24, "zzzz", are not words of a recovery sheet. Compare them with the sheet.',
    );
    expect(refusal(words.slice(1).join(' '))).toBe('A recovery sheet has 24 words; these are 23.');
    expect(refusal('')).toBe('A recovery sheet has 24 words; these are 0.');
    expect(refusal('a'.repeat(3_000))).toBe('A recovery sheet has 24 words.');
    expect(refusal(words.toReversed().join(' '))).toContain('two are swapped');
  });

  test('reject arbitrary text with a message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(refusal(text)).toMatch(/^(Word \d|A recovery sheet|Each of these)/);
      }),
    );
  });

  test('can be checked individually', () => {
    expect(isRecoveryWord(' 3. ABAN ', 'abandon')).toBe(true);
    expect(isRecoveryWord('abandon', 'ability')).toBe(false);
    expect(isRecoveryWord('abandon ability', 'abandon')).toBe(false);
    expect(isRecoveryWord('', 'abandon')).toBe(false);
  });
});

describe('the fingerprint of a key', () => {
  test('is short, stable, and unique', () => {
    expect(keyFingerprint(new Uint8Array(32))).toBe(keyFingerprint(new Uint8Array(32)));
    fc.assert(
      fc.property(anyKey, anyKey, (a, b) => {
        expect(keyFingerprint(a)).toMatch(/^[\dA-F]{4}-[\dA-F]{4}$/);
        expect(keyFingerprint(a) === keyFingerprint(b)).toBe(Buffer.from(a).equals(b));
      }),
    );
  });
});
