import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBusiness } from './business.ts';
import { ConfigError } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-business-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function problemsOf(text: string | undefined): Promise<string[]> {
  const file = join(folder, text === undefined ? 'missing.json' : 'business.json');
  if (text !== undefined) await writeFile(file, text);
  return readBusiness(pathToFileURL(file)).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    },
  );
}

test.each([
  ['a comma that is missing', '{\n  "name": "A"\n  "phone": "B"\n}', 'line 3, column 3'],
  ['a comma that is too many', '{\n  "name": "A",\n}', 'line 3, column 1'],
  ['an end that is missing', '{\n  "name": "A"', 'line 2, column 14'],
  ['an empty file', '', 'line 1, column 1'],
  ['a byte order mark', '\uFEFF{}', 'line 1, column 1'],
])('%s is named by line and column', async (_name, text, place) => {
  expect(await problemsOf(text)).toEqual([
    expect.stringMatching(new RegExp(`^business\\.json, ${place}: this is no JSON[^\\n]*$`)),
  ]);
});

test('reports a missing file in one sentence', async () => {
  expect(await problemsOf(undefined)).toEqual(["business.json: the file can't be read (ENOENT)."]);
});
