/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { MAX_NAME_BYTES, utf8Length } from './file-names.ts';
import {
  canMoveTo,
  cleanPath,
  foldersAround,
  isTaken,
  isWithin,
  joinPath,
  lastStepOf,
  type Movable,
  nextFreeName,
  parentOf,
  stepsOf,
  storageKey,
  yearChoices,
} from './folders.ts';

const step = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((name) => !name.includes('/') && name !== '.' && name !== '..');
const path = fc.array(step, { maxLength: 5 }).map((steps) => steps.join('/'));

describe('years', () => {
  it('offers this year and the nine before', () => {
    expect(yearChoices(2026)).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017]);
  });
});

describe('paths', () => {
  it('builds keys', () => {
    expect(storageKey('u1', '')).toBe('u1');
    expect(storageKey('u1', '2024/W2s', 'a.pdf')).toBe('u1/2024/W2s/a.pdf');
  });

  it('cleans untrusted paths', () => {
    expect(cleanPath('/2024//../W2s/./')).toBe('2024/W2s');
  });

  it('splits and joins any path', () => {
    fc.assert(
      fc.property(path, (p) => {
        expect(cleanPath(p)).toBe(p);
        expect(joinPath(parentOf(p), lastStepOf(p))).toBe(p);
        const steps = stepsOf(p);
        expect(steps.map((s) => s.name).join('/')).toBe(p);
        for (const s of steps) expect(isWithin(p, s.path)).toBe(true);
      }),
    );
  });

  it('2024-old is not in 2024', () => {
    expect(isWithin('2024-old', '2024')).toBe(false);
    expect(isWithin('2024/W2s', '2024')).toBe(true);
  });
});

describe('isTaken', () => {
  it('ignores case, and placeholders', () => {
    const others = [{ name: 'Taxes' }, { name: '.emptyFolderPlaceholder' }];
    expect(isTaken('taxes', others)).toBe(true);
    expect(isTaken('2024', others)).toBe(false);
    expect(isTaken('.emptyFolderPlaceholder', others)).toBe(false);
  });
});

describe('foldersAround', () => {
  it('finds each folder once, parents first, in the order shown', () => {
    const paths = [
      'b 10/x',
      'b 9/deep/er/y',
      'b 9/z',
      'Álbum/.emptyFolderPlaceholder',
      'root.pdf',
      'b 9/a/q',
    ];
    expect(foldersAround(paths, 'en').map((folder) => folder.path)).toEqual([
      'Álbum',
      'b 9',
      'b 9/a',
      'b 9/deep',
      'b 9/deep/er',
      'b 10',
    ]);
    expect(foldersAround(paths, 'en').at(4)).toEqual({ path: 'b 9/deep/er', name: 'er' });
    expect(foldersAround([], 'en')).toEqual([]);
  });

  it('has each parent before its folders, and a folder for each file', () => {
    fc.assert(
      fc.property(fc.array(path.filter(Boolean)), (paths) => {
        const found = foldersAround(paths, 'en').map((folder) => folder.path);
        expect(new Set(found).size).toBe(found.length);
        const wanted = new Set(paths.flatMap((one) => stepsOf(parentOf(one)).map((step) => step.path)));
        expect(new Set(found)).toEqual(wanted);
        for (const [i, folder] of found.entries()) {
          expect(found.indexOf(parentOf(folder))).toBeLessThan(i);
        }
      }),
    );
  });
});

describe('canMoveTo', () => {
  const folder: Movable = { type: 'folder', path: '2024/W2s' };
  const file: Movable = { type: 'file', path: '2024/a.pdf' };

  it.each([
    ['the root', '', [folder, file], true],
    ['where they are', '2024', [file], false],
    ['the folder itself', '2024/W2s', [folder], false],
    ['inside the folder', '2024/W2s/old', [folder], false],
    ['beside the folder', '2024/W2s-old', [folder], true],
    ['a folder named like the file', '2024/a.pdf', [file], true],
  ])('%s', (_case, destination, items, expected) => {
    expect(canMoveTo(destination, items)).toBe(expected);
  });

  it('never lets a folder into itself', () => {
    fc.assert(
      fc.property(path.filter(Boolean), path, (own, below) => {
        expect(canMoveTo(joinPath(own, below), [{ type: 'folder', path: own }])).toBe(false);
      }),
    );
  });
});

describe('nextFreeName', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));

  it('counts on from two, before the extension', () => {
    expect(nextFreeName('W-2.jpg', named('W-2.jpg'))).toBe('W-2 (2).jpg');
    expect(nextFreeName('W-2.jpg', named('W-2.jpg', 'w-2 (2).JPG', 'W-2 (4).jpg'))).toBe('W-2 (3).jpg');
    expect(nextFreeName('2026', named('2026', '2026 (2)'))).toBe('2026 (3)');
    expect(nextFreeName('a', [])).toBe('a (2)');
  });

  it('always finds a free one that can be stored', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc.nat(40),
        (base, taken) => {
          const name = `${base}.jpg`;
          const others = named(name);
          for (let i = 0; i < taken; i++) {
            const free = nextFreeName(name, others);
            expect(isTaken(free, others)).toBe(false);
            expect(utf8Length(free)).toBeLessThanOrEqual(MAX_NAME_BYTES);
            others.push({ name: free });
          }
        },
      ),
      { numRuns: inputs(50) },
    );
  });
});
