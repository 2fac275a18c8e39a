import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server/portal.ts';
import { accountRows } from './specification-rows.ts';

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(root, 'tests/e2e', file), 'utf8');
  sources.set(file, source);
  return source;
}

test('every row of the specification has its test', () => {
  const missing = accountRows.filter(({ file, test: name }) => !sourceOf(file).includes(`'${name}'`));
  expect(missing).toEqual([]);
});

test('no row stands there twice', () => {
  const names = accountRows.map(({ section, row }) => `${section}: ${row}`);
  expect(names).toEqual([...new Set(names)]);
});
