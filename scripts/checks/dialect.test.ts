import { describe, expect, it } from 'vitest';
import { dialectProblems } from './dialect.mjs';

describe('dialectProblems', () => {
  it('reports comments with their line', async () => {
    const text = '// Fine.\n/**\n * It is sent in\n * vain.\n */\nexport const x = 1; // Nobody waits.';
    expect(await dialectProblems('a.ts', text)).toEqual(['a.ts:3: in vain', 'a.ts:6: nobody']);
  });

  it('reports identifiers, private names, and JSX names by the words that they are made of', async () => {
    const text = 'class A { #uploadTwins = goesBy; }\nconst TWIN_OF = <Keeper sessionKeeper="" />;';
    expect(await dialectProblems('a.tsx', text)).toEqual([
      'a.tsx:1: twins',
      'a.tsx:1: goes by',
      'a.tsx:2: twin',
      'a.tsx:2: keeper',
      'a.tsx:2: keeper',
    ]);
  });

  it('ignores words that contain a marker', async () => {
    expect(await dialectProblems('a.ts', '// bookkeeper, goalkeepers, understands\nlet bookkeeper;')).toEqual(
      [],
    );
  });

  it('ignores strings, templates, and JSX text', async () => {
    const text = 'const a = ["nobody", `whoever`];\nconst b = <p title="twin">Don\'t ask: nobody knows</p>;';
    expect(await dialectProblems('a.tsx', text)).toEqual([]);
  });

  it('reports titles of tests', async () => {
    const text = "describe.each([1])('whoever asks', () => {\n  it('tells nobody', () => {});\n});";
    expect(await dialectProblems('a.test.ts', text)).toEqual(['a.test.ts:1: whoever', 'a.test.ts:2: nobody']);
  });

  it('reports titles that are templates, without what is inserted', async () => {
    const text = 'test(`the visitor is told (' + '$' + '{nobody})`, () => {});\ntest(`whom`, () => {});';
    expect(await dialectProblems('a.test.ts', text)).toEqual([
      'a.test.ts:1: is told',
      'a.test.ts:1: nobody',
      'a.test.ts:2: whom',
    ]);
  });

  it('reports markers of several words', async () => {
    const text =
      '// It comes about of its own accord.\n// The office hears\n// of it. She would rather bring it along.';
    expect(await dialectProblems('a.ts', text)).toEqual([
      'a.ts:1: comes about',
      'a.ts:1: of its own',
      'a.ts:3: would rather',
    ]);
    expect(
      await dialectProblems('a.ts', 'const onItsWay = 1; // What is missing is said in one place.'),
    ).toEqual(['a.ts:1: on its way', 'a.ts:1: is said']);
  });

  it('reads SQL, with the bodies of functions and without strings', async () => {
    const text =
      "-- The asker's rows.\ncreate function f() returns text as $$\n  select 'nobody''s twin' as veil_of; /* whoever */\n$$;";
    expect(await dialectProblems('a.sql', text)).toEqual([
      'a.sql:1: asker',
      'a.sql:3: veil',
      'a.sql:3: whoever',
    ]);
  });

  it('fails on a file that it cannot parse', async () => {
    await expect(dialectProblems('a.ts', 'const = ;')).rejects.toThrow('a.ts could not be parsed');
  });
});
