import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FactsFileError, readFactsFile } from './facts-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-facts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string): Promise<unknown> {
  const file = join(folder, 'office.json');
  await writeFile(file, text);
  return readFactsFile(file, 'office.json');
}

test.each([
  ['a comma that is missing', '{\n  "name": "A"\n  "phone": "B"\n}', 'line 3, column 3'],
  ['a comma that is too many', '{\n  "name": "A",\n}', 'line 3, column 1'],
  ['an end that is missing', '{\n  "name": "A"', 'line 2, column 14'],
  ['an empty file', '', 'line 1, column 1'],
  ['a byte order mark', '\uFEFF{}', 'line 1, column 1'],
])('names %s by line and column', async (_name, text, place) => {
  const error = await read(text).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FactsFileError);
  expect((error as Error).message).toMatch(new RegExp(`^office\\.json, ${place}: this is no JSON[^\\n]*$`));
});

test('reads nothing if there is no file', async () => {
  expect(await readFactsFile(join(folder, 'missing.json'), 'missing.json')).toBeUndefined();
});

test('reports a file that can not be read in one sentence', async () => {
  await expect(readFactsFile(folder, 'office.json')).rejects.toThrow(
    /^office\.json: the file can't be read \(EISDIR\)\.$/,
  );
});

test('refuses a file that is too large', async () => {
  await expect(read(`{"name": "${'a'.repeat(600_000)}"}`)).rejects.toThrow(
    'office.json: the file is too large.',
  );
});
