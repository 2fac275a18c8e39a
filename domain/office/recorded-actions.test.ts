import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { hasSentence, logKinds, plainSentence } from './office-log.ts';

/**
 * Reads from the schema and the server's code which actions are recorded. A test compares the schema with the
 * migrations, so a new action is found here.
 */

const root = new URL('../../', import.meta.url);
const schema = readFileSync(new URL('database/schema.sql', root), 'utf8')
  // Their callers name the action.
  .replace(/^CREATE OR REPLACE FUNCTION nutmeg\.record_(act|access)\([\s\S]*?\$function\$;$/gm, '');
const serverFiles = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, code: readFileSync(new URL(file, root), 'utf8') }));

const literals = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
const within = (pattern: RegExp) => literals(pattern.exec(schema)?.[1] ?? '');

/** The values of what names are made of at run time. If a name has another variable, add it here. */
const VARIABLES: Record<string, string[]> = {
  'job.kind': within(/bulk_jobs_kind_check CHECK \(kind = ANY \(ARRAY\[(.*?)\]/),
  answer: within(/if answer in \((.*?)\) then\s+insert into public\.audit_log/),
};

/** Splits at a word or sign that is outside of quotes and parentheses; stops where the parentheses close. */
function split(text: string, separator: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|\w+|\|\||[^\w']/g)) {
    if (depth === 0 && (token === ')' || token === ';')) break;
    if (depth === 0 && separator.test(token)) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
    depth += { '(': 1, '[': 1, case: 1, ')': -1, ']': -1, end: -1 }[token] ?? 0;
  }
  return parts.map((part) => part.trim());
}

/** All names that an expression can have. */
function namesOf(expression: string): string[] {
  const parts = split(expression, /^\|\|$/);
  if (parts.length > 1) {
    return parts
      .map(namesOf)
      .reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)));
  }
  const text = expression.replace(/::text$/, '').trim();
  if (/^'[^']*'$/.test(text)) return literals(text);
  if (/^case\b[\s\S]*\bend$/.test(text)) {
    return [...text.matchAll(/\b(?:then|else)\s+([\s\S]*?)(?=\s+(?:when|else|end)\b)/g)].flatMap(
      ([, one = '']) => namesOf(one),
    );
  }
  const values = VARIABLES[text];
  if (!values?.length) throw new Error(`the log has an action whose names are unknown: ${expression}`);
  return values;
}

interface Recorded {
  action: string;
  hasSubject: boolean;
}

/** What a text in SQL records. `fallback` has the names for "$1". */
function recordedIn(sql: string, fallback: () => string[]): Recorded[] {
  const found: Recorded[] = [];
  const add = (action = '', subject = 'null') => {
    const names = /^\$\d$/.test(action) ? fallback() : namesOf(action);
    found.push(...names.map((name) => ({ action: name, hasSubject: subject !== 'null' })));
  };
  for (const { index, 0: start } of sql.matchAll(/\brecord_(?:act|access)\(/g)) {
    const [action, subject] = split(sql.slice(index + start.length), /^,$/);
    add(action, subject);
  }
  for (const { index, 0: start } of sql.matchAll(/insert\s+into\s+(?:public\.)?audit_log\b/gi)) {
    const into = /^\s*\(([^)]*)\)\s*(?:values\s*\(|select\b)/i.exec(sql.slice(index + start.length));
    if (!into) throw new Error(`an insert into the log can't be read: ${sql.slice(index, index + 200)}`);
    const columns = (into[1] ?? '').split(',').map((column) => column.trim());
    const values = split(sql.slice(index + start.length + into[0].length), /^(,|from)$/);
    const at = columns.indexOf('subject_id');
    add(values[columns.indexOf('action')], at === -1 ? undefined : values[at]);
  }
  return found;
}

/** An action that a file passes to SQL as a parameter is among the names in the file. */
const namesIn = (code: string) =>
  [...code.matchAll(/'((?!public)[a-z_]+\.(?!json|csv)[a-z_]+)'/g)].map(([, name = '']) => name);

const inSql = recordedIn(schema, () => {
  throw new Error('SQL without parameters');
});
const inServer = serverFiles.flatMap(({ code }) => recordedIn(code, () => namesIn(code)));
const recorded = [...inSql, ...inServer];

test('finds actions with fixed names, with chosen ones, with names made at run time, and those of the server', () => {
  const names = recorded.map(({ action }) => action);
  for (const name of [
    'client.merged',
    'client.opened',
    'client.saved',
    'reminders.resumed',
    'reminders.turned_off',
  ]) {
    expect(names).toContain(name);
  }
  for (const name of [
    'bulk.archive',
    'texts.stopped',
    'auth.signed_in',
    'export.finished',
    'import.finished',
  ]) {
    expect(names).toContain(name);
  }
  expect(namesOf(`'a.' || case when x then 'b' else 'c' end`)).toEqual(['a.b', 'a.c']);
  expect(namesOf(`case how when 'none' then 'a.b' else 'a.' || job.kind end`)).toContain('a.letter');
  expect(() => namesOf(`'a.' || unknown_variable`)).toThrow('unknown_variable');
  expect(
    recordedIn(`insert into public.audit_log (actor_id, action) select x, 'a.b' from y`, () => []),
  ).toEqual([{ action: 'a.b', hasSubject: false }]);
});

test('each action that is recorded has a sentence', () => {
  expect([...new Set(recorded.map(({ action }) => action))].filter((action) => !hasSentence(action))).toEqual(
    [],
  );
});

test('each event of a document that is recorded has a sentence', () => {
  const events = within(/document_events_action_check CHECK \(action = ANY \(ARRAY\[(.*?)\]/);
  expect(events.map((event) => `document.${event}`).toSorted()).toEqual(
    logKinds.documents.actions.toSorted(),
  );
});

test('no sentence names a person that the entry does not have', () => {
  const entry = { source: 'audit', id: 1, at: '', actor_id: 'dana', actor_name: 'Dana Lee', details: {} };
  for (const { action } of recorded.filter(({ hasSubject }) => !hasSubject)) {
    const sentence = plainSentence(
      { ...entry, action, subject_id: null, subject_name: null },
      englishReader.t,
    );
    expect([action, sentence]).toEqual([action, expect.not.stringContaining('unknown address')]);
  }
});
