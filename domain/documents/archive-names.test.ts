/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadReaders } from '#server/language/readers.ts';
import { commonFolder, createEntryNames, folderArchive, selectionArchive } from './archive-names.ts';
import { MAX_NAME_BYTES, utf8Length } from './file-names.ts';

const namesOf = (...paths: string[]) => {
  const names = createEntryNames();
  return paths.map((path) => names.file(path));
};

describe('file names of archives', () => {
  it('is fixed for a folder, and has the date for a selection', async () => {
    const { en, es } = await loadReaders();
    expect(en.t(folderArchive)).toBe('folder.zip');
    expect(en.t(selectionArchive('2026-04-15'))).toBe('selected-files-2026-04-15.zip');
    // In a header.
    expect(es.t(selectionArchive('2026-04-15'))).toMatch(/^[a-z-]+-2026-04-15\.zip$/);
  });
});

describe('ten thousand equal names', () => {
  // The time-out is what fails.
  it('take no quadratic time', { timeout: 20_000 }, () => {
    const refused = [...'<>:"|?*'];
    const bases = Array.from({ length: 8000 }, (_, n) =>
      Array.from({ length: 5 }, (_, at) => refused[Math.floor(n / 7 ** at) % 7]).join(''),
    );
    const long = bases.slice(0, 3000).flatMap((_, n) => {
      const name = `${'a'.repeat(MAX_NAME_BYTES - 5)}${String(n).padStart(5, '0')}`;
      return [name, name.toUpperCase()];
    });
    const given = namesOf(...bases, ...long);
    expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(bases.length + long.length);
  });
});

describe('commonFolder', () => {
  it.each([
    [['a.pdf'], ''],
    [['2026/W2s'], '2026'],
    [['2026/a.pdf', '2026/W2s'], '2026'],
    [['2026/W2s/a.pdf', '2026/b.pdf'], '2026'],
    [['2026/W2s/a.pdf', '2026/W2/b.pdf'], '2026'],
    [['2026/a.pdf', '2025/a.pdf'], ''],
    [['2026/W2s/deep/a.pdf', '2026/W2s'], '2026'],
  ])('of %j is %j', (paths, folder) => {
    expect(commonFolder(paths)).toBe(folder);
  });
});

describe('createEntryNames', () => {
  it('keeps names that are valid on every system', () => {
    const plain = [
      'W2.pdf',
      '2026/Steuer – größer.pdf',
      '2026/👨‍👩‍👧.jpg',
      '.profile',
      'a.b.c',
      'console.txt',
    ];
    expect(namesOf(...plain)).toEqual(plain);
  });

  it.each([
    ['..', '_'],
    ['a/../../b', 'a/_/_/b'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Windows\\x.dll', 'C__Windows_x.dll'],
    ['a\0b.pdf', 'a_b.pdf'],
    ['W2: which?.pdf', 'W2_ which_.pdf'],
    ['scan.pdf ', 'scan.pdf'],
    ['notes...', 'notes'],
    ['CON', 'CON_'],
    ['nul.txt', 'nul_.txt'],
    ['Lpt1.tar.gz', 'Lpt1_.tar.gz'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ])('makes %j safe', (path, safe) => {
    expect(namesOf(path)).toEqual([safe]);
  });

  it('gives unique names to names that differ by case, or become the same', () => {
    expect(namesOf('W2.pdf', 'w2.PDF', 'W2.pdf ', 'é.txt', 'É.txt')).toEqual([
      'W2.pdf',
      'w2_2.PDF',
      'W2_3.pdf',
      'é.txt',
      'É_2.txt',
    ]);
  });

  it('keeps two folders apart', () => {
    expect(namesOf('Docs/a.pdf', 'docs/a.pdf', 'Docs/b.pdf')).toEqual([
      'Docs/a.pdf',
      'docs_2/a.pdf',
      'Docs/b.pdf',
    ]);
    const names = createEntryNames();
    expect([names.file('2026'), names.folder('2026'), names.file('2026/a'), names.folder('2026')]).toEqual([
      '2026',
      '2026_2/',
      '2026_2/a',
      '2026_2/',
    ]);
  });

  it('fits the limit, also with a suffix', () => {
    const long = `${'ä'.repeat(125)}.pdf`;
    const [first = '', second = ''] = namesOf(long, long.toUpperCase());
    expect(first).toBe(long);
    expect(utf8Length(second)).toBeLessThanOrEqual(MAX_NAME_BYTES);
    expect(second).toMatch(/_2\.PDF$/);
    const tight = `nul.${'x'.repeat(251)}`;
    expect(utf8Length(namesOf(tight)[0] ?? '')).toBeLessThanOrEqual(MAX_NAME_BYTES);
  });

  it('any names stay below the folder and are unique', () => {
    const step = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '.', '', 'con', 'NUL.pdf', 'a', 'A', 'A ', 'a\\..\\b', 'ﬀ', 'İ', 'i̇'),
    );
    const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const given = namesOf(...paths);
        const folded = given.map((name) => name.normalize('NFC').toLowerCase());
        expect(new Set(folded).size).toBe(given.length);
        for (const name of given) {
          for (const one of name.split('/')) {
            expect(one).not.toMatch(/^$|^\.+$|[. ]$|\p{Cc}|[\\:*?"<>|]/u);
            expect(one).not.toMatch(/^(con|prn|aux|nul)(\.|$)/i);
          }
        }
      }),
    );
  });
});
