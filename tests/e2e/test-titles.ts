import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/support/server/server-process.ts';

/** The titles of a file's tests. `%s` is a value that a loop fills in. */
export function testTitles(file: string): string[] {
  const source = readFileSync(join(root, 'tests/e2e', file), 'utf8');
  return [...source.matchAll(/\btest\(\s*(['"`])(.*?)\1,/g)].map(([, , title = '']) =>
    title.replace(/\$\{[^}]*\}/g, '%s'),
  );
}
