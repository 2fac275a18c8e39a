import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { columnOf, messages } from './messages.ts';
import { staffMessages } from './staff-messages.ts';

const known: Record<string, Parameters<typeof english>[0]> = { ...messages, ...staffMessages };
const schema = readFileSync('database/schema.sql', 'utf8');

/** What SQL refuses with a key: the text on the wire, and the key. */
const refusals = [...schema.matchAll(/raise exception '((?:[^']|'')*)'[^;]*?detail = '(\w+)'/g)].map(
  ([, text = '', key = '']) => ({ text: text.replaceAll("''", "'"), key }),
);

/** What people read in other words than programs. */
const OTHER_WORDS = ['assignee_not_staff', 'too_many_jobs', 'client_merged'];

test('SQL and the pages say the same for the same key', () => {
  expect(refusals.length).toBeGreaterThan(100);
  const differ = refusals.filter(
    ({ key, text }) => known[key] && !OTHER_WORDS.includes(key) && english(known[key]) !== text,
  );
  expect(differ).toEqual([]);
});

test('what only staff read is not sent to others, and each message of staff is one of SQL', () => {
  expect(Object.keys(staffMessages).filter((key) => key in messages)).toEqual([]);
  const inSql = new Set([...schema.matchAll(/'(\w+)'/g)].map(([, key]) => key));
  expect(Object.keys(staffMessages).filter((key) => !inSql.has(key))).toEqual([]);
});

test('a field is named for known keys only', () => {
  expect(Object.keys(columnOf).filter((key) => !(key in messages))).toEqual([]);
});
