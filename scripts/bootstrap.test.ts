import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The packages that a file and its own imports load statically. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = await readFile(file, 'utf8');
  const asked = [...code.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );
  const own = asked.filter((name) => name.startsWith('.'));
  const further = await Promise.all(own.map((name) => packagesOf(join(dirname(file), name), seen)));
  return [...asked.filter((name) => !/^(\.|node:)/.test(name)), ...further.flat()];
}

test.each(['start', 'test', 'check', 'dev', 'portal', 'build'])(
  'scripts/%s.mjs starts without installed packages',
  async (name) => {
    expect(await packagesOf(join(import.meta.dirname, `${name}.mjs`))).toEqual([]);
  },
);

test('finds an imported package', async () => {
  expect(await packagesOf(join(import.meta.dirname, 'assets/fonts.mjs'))).not.toEqual([]);
});
