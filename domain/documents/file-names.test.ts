/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { completeName, MAX_NAME_BYTES, nameProblem, sameName, splitName, withSuffix } from './file-names.ts';

const { t: english } = englishReader;

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('.pdf', '.JPG', '.docx'))
    .map(([base, extension]) => base + extension),
);
const bytes = (text: string) => Buffer.byteLength(text);

describe('splitName', () => {
  it.each([
    ['photo.jpg', 'photo', '.jpg'],
    ['IMG_0042.HEIC', 'IMG_0042', '.HEIC'],
    ['taxes.2023.pdf', 'taxes.2023', '.pdf'],
    ['scan.7z', 'scan', '.7z'],
    ['W2.2023', 'W2.2023', ''],
    ['letter to Dr. Smith', 'letter to Dr. Smith', ''],
    ['.profile', '.profile', ''],
    ['README', 'README', ''],
    ['ends with.', 'ends with.', ''],
  ])('%s', (name, base, extension) => {
    expect(splitName(name)).toEqual({ base, extension });
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const { base, extension } = splitName(name);
        expect(base + extension).toBe(name);
      }),
    );
  });
});

describe('completeName', () => {
  it('trims, and composes accents', () => {
    expect(completeName('  Cafe\u0301 Dr. Smith 2024 ')).toBe('Café Dr. Smith 2024');
  });
});

describe('withSuffix', () => {
  it('goes before the extension', () => {
    expect(withSuffix('W2.pdf', 'k3x9')).toBe('W2_k3x9.pdf');
    expect(withSuffix('README', 'k3x9')).toBe('README_k3x9');
  });

  it('keeps the extension and fits the limit', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const suffixed = withSuffix(name, 'k3x9');
        expect(suffixed.endsWith(`_k3x9${splitName(name).extension}`)).toBe(true);
        expect(bytes(suffixed)).toBeLessThanOrEqual(MAX_NAME_BYTES);
        if (nameProblem(name) === undefined) expect(nameProblem(suffixed)).toBeUndefined();
      }),
    );
  });

  it('never splits a character', () => {
    const family = '👨‍👩‍👧‍👦';
    const suffixed = withSuffix(`${family.repeat(12)}.jpg`, 'k3x9');
    expect(suffixed.replace('_k3x9.jpg', '').replaceAll(family, '')).toBe('');
  });
});

describe('nameProblem', () => {
  const problemOf = (name: string) => {
    const problem = nameProblem(name);
    return problem && english(problem);
  };

  it.each(['W2 Maria López.pdf', '📄 Steuer.pdf', "Kids' papers (1) #2 50%?.jpg", '...and more', 'a\\b'])(
    'lets %s through',
    (name) => {
      expect(nameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    ['', /enter a name/],
    [' \u00a0', /enter a name/],
    ['..', /dots/],
    ['a/b', /slash/],
    ['a\u0000b', /control/],
    ['line\nbreak', /control/],
    ['.emptyFolderPlaceholder', /system/],
    ['é'.repeat(128), /too long/],
  ])('rejects %j', (name, reason) => {
    expect(problemOf(name)).toMatch(reason);
  });

  it('counts bytes, not letters', () => {
    expect(nameProblem('a'.repeat(255))).toBeUndefined();
    expect(problemOf('a'.repeat(256))).toMatch(/too long/);
    expect(nameProblem('😀'.repeat(63))).toBeUndefined();
    expect(problemOf('😀'.repeat(64))).toMatch(/too long/);
  });
});

describe('sameName', () => {
  it('ignores case and composition', () => {
    expect(sameName('CAFÉ.pdf', 'cafe\u0301.PDF')).toBe(true);
    expect(sameName('W2.pdf', 'W3.pdf')).toBe(false);
  });
});
