import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compareVersions, frozenProblems, withRelease } from './frozen.mjs';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const folder = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, { text, hash: sha256(text) }]));

const one = { '0001_a.sql': 'create table a ();', '0002_b.sql': 'create table b ();' };
const released = withRelease({}, '1.0.0', folder(one));

test('a release freezes the migrations that no earlier one has', () => {
  const next = withRelease(released, '1.1.0', folder({ ...one, '0003_c.sql': 'select 1;' }));
  expect(next).toEqual({
    '1.0.0': { '0001_a.sql': sha256(one['0001_a.sql']), '0002_b.sql': sha256(one['0002_b.sql']) },
    '1.1.0': { '0003_c.sql': sha256('select 1;') },
  });
});

describe('problems', () => {
  test('none if nothing has changed or a migration was added', () => {
    expect(frozenProblems(released, folder(one))).toEqual([]);
    expect(frozenProblems(released, folder({ ...one, '0003_c.sql': 'select 1;' }))).toEqual([]);
    expect(frozenProblems({}, folder(one))).toEqual([]);
  });

  test('edited, removed and inserted migrations', () => {
    const { '0002_b.sql': _gone, ...rest } = one;
    expect(frozenProblems(released, folder({ ...one, '0001_a.sql': 'create table a (); ' }))).toEqual([
      '0001_a.sql was released in 1.0.0 and has been edited. Restore it and write a new migration.',
    ]);
    expect(frozenProblems(released, folder(rest))).toEqual([
      '0002_b.sql was released in 1.0.0 and is gone. Restore it.',
    ]);
    expect(frozenProblems(released, folder({ ...one, '0001_b.sql': 'select 1;' }))).toEqual([
      '0001_b.sql comes before 0002_b.sql, which is released. Give it a higher number.',
    ]);
  });

  test.each([
    ['-- Needs: 1.0.0', []],
    ['-- Needs: 1.1.0', [expect.stringContaining('needs 1.1.0, but the last release is 1.0.0')]],
    ['-- needs 1.0', [expect.stringContaining('write "-- Needs: 1.0.0"')]],
    ['-- What nobody needs', []],
  ])('a migration that begins with %j', (head, expected) => {
    expect(frozenProblems(released, folder({ ...one, '0003_c.sql': `${head}\nselect 1;` }))).toEqual(
      expected,
    );
  });
});

test('compares versions numerically', () => {
  expect(['1.10.0', '1.9.9', '2.0.0', '1.9.10'].sort(compareVersions)).toEqual([
    '1.9.9',
    '1.9.10',
    '1.10.0',
    '2.0.0',
  ]);
});
