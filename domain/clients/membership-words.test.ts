import { describe, expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { Right } from './membership.ts';
import { rightsInWords } from './membership-words.ts';

describe('rights in words', () => {
  const words = (rights: Right[], lastYear: number | null = null) =>
    rightsInWords({ rights, lastYear }).map((one) => english(one));

  test('keep one order', () => {
    expect(words(['upload', 'see'])).toEqual(['See everything', 'Upload and sort documents']);
  });

  test('name the last year, and nothing else', () => {
    expect(words(['see'], 2022)).toEqual(['See what is from 2022 or earlier']);
  });
});
