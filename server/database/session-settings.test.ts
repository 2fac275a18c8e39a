import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server/portal.ts';

const MODULE = 'server/database/session-settings.ts';
const NAME = `'((?:nutmeg|request)\\.[a-z_.]+)'`;
const ANY = new RegExp(NAME, 'g');
const SET = new RegExp(`set_config\\(\\s*${NAME}`, 'g');
/** `auth.session_limit` takes the name of a setting. */
const USED = new RegExp(`(?:current_setting|set_config|session_limit)\\(\\s*${NAME}`, 'g');

/** The distinct setting names in some texts, sorted. */
const names = (texts: Iterable<string>, pattern: RegExp): string[] => {
  const found = [...texts].flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => String(name)));
  return [...new Set(found)].sort();
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => `${folder}/${path}`);

const sql = filesIn('database/migrations', /\.sql$/).map(read);
const others = filesIn('server', /(?<!\.test)\.ts$/).filter((path) => path !== MODULE);
const inModule = names([read(MODULE)], ANY);
const inSql = names(sql, USED);
const setInSql = names(sql, SET);

/** What servers of release 1.0.0 set. SQL reads them while `office_settings` is empty. */
const former = [
  'nutmeg.bytes_per_client',
  'nutmeg.calendar_seats',
  'nutmeg.published_inbox',
  'nutmeg.slot_minutes',
  'nutmeg.time_zone',
];

test('SQL uses only settings that a server or SQL itself sets', () => {
  const set = [...inModule, ...setInSql, ...former];
  expect(inSql.filter((name) => !set.includes(name))).toEqual([]);
});

test('SQL uses every setting of the module', () => {
  // Only the statements of server/rest use this one.
  expect(inModule.filter((name) => name !== 'nutmeg.replaced' && !inSql.includes(name))).toEqual([]);
});

test('no other TypeScript file sets a setting or reads an unknown one', () => {
  expect(others.filter((path) => names([read(path)], SET).length > 0)).toEqual([]);
  expect(names(others.map(read), USED).filter((name) => !inModule.includes(name))).toEqual([]);
});

test('docs/architecture/session-settings.md lists exactly these settings', () => {
  const rows = names(
    [read('docs/architecture/session-settings.md')],
    /^\| `((?:nutmeg|request)\.[a-z_.]+)` \|/gm,
  );
  expect(rows).toEqual(
    names(
      [...inModule, ...setInSql, ...former].map((name) => `'${name}'`),
      ANY,
    ),
  );
});
