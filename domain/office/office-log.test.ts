/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { isLogKind, type LogEntry, logKinds, plainSentence, sentenceOf } from './office-log.ts';

const { t: english } = englishReader;
const readers = await loadReaders();

const entry: LogEntry = {
  source: 'audit',
  id: 1,
  at: '2026-03-02T15:00:00Z',
  action: 'auth.signed_in',
  actor_id: 'dana',
  actor_name: 'Dana Lee',
  subject_id: 'ana',
  subject_name: 'Ana Gomez',
  details: {},
};

test.each<[Partial<LogEntry>, string]>([
  [
    { action: 'tax_form.revealed', details: { field: 'ssn', year: 2025 } },
    'Dana Lee revealed the SSN of Ana Gomez (2025)',
  ],
  [
    {
      action: 'tax_form.revealed',
      details: { fields: ['ssn', 'spouseSSN'], reason: 'To prepare the return', year: 2025 },
    },
    'Dana Lee revealed all numbers of Ana Gomez to prepare the return (2025)',
  ],
  [
    { action: 'tax_form.revealed', details: { fields: ['ssn'], reason: 'Lost the paper', year: 2025 } },
    'Dana Lee revealed all numbers of Ana Gomez (2025): Lost the paper',
  ],
  [
    { action: 'tax_form.printed', details: { numbers: false, year: 2025 } },
    'Dana Lee printed a tax form of Ana Gomez (2025)',
  ],
  [
    { action: 'tax_form.printed', details: { numbers: true, year: 2025 } },
    'Dana Lee printed a tax form of Ana Gomez with its numbers (2025)',
  ],
  [
    { action: 'tax_form.revealed', details: { field: 'dependents.0.ssn', year: 2025 } },
    'Dana Lee revealed a dependent’s SSN of Ana Gomez (2025)',
  ],
  [{ action: 'client.opened', details: { kind: 'couple' } }, 'Dana Lee added the client Ana Gomez'],
  [
    {
      action: 'client.member_saved',
      details: { relation: 'spouse', member: 'tom', other_name: 'Tom Gomez' },
    },
    'Dana Lee set what Tom Gomez may do for Ana Gomez (Spouse)',
  ],
  [
    {
      action: 'client.access_asked',
      details: { relation: 'helper', client: 'tom', other_name: 'Tom Gomez' },
    },
    'Dana Lee asked to give Ana Gomez access to Tom Gomez (Helper)',
  ],
  [
    { action: 'client.member_ended', details: { member: 'tom' } },
    'Dana Lee ended the access of a person to Ana Gomez',
  ],
  [
    {
      action: 'client.member_ended',
      details: {
        member: 'tom',
        other_name: 'Tom Gomez',
        shared: { documents: 2, forms: [2025], returns: [], messages: 1 },
      },
    },
    'Dana Lee ended the access of Tom Gomez to Ana Gomez. Shared until then: 2 documents, tax form of 2025, 1 message',
  ],
  [
    { action: 'client.take_over_undone', details: { member: 'tom', other_name: 'Tom Gomez' } },
    'Dana Lee disconnected the login of Tom Gomez from Ana Gomez',
  ],
  [
    { action: 'client.grants_ended', details: { count: 3 } },
    'Dana Lee ended all access to clients that Ana Gomez gave as staff (3)',
  ],
  [
    { action: 'client.tax_number_revealed', details: { kind: 'ein', reason: 'To check with the client' } },
    'Dana Lee revealed the EIN of Ana Gomez to check with the client',
  ],
  [
    { action: 'client.tax_number_revealed', details: { kind: 'ssn', reason: 'Form 2848' } },
    'Dana Lee revealed the SSN of Ana Gomez: Form 2848',
  ],
  [{ action: 'client.found_by_tax_id' }, 'Dana Lee found Ana Gomez by the end of a tax ID'],
  [
    { action: 'role.changed', details: { from: 'client', to: 'admin' } },
    'Dana Lee made Ana Gomez admin (was client)',
  ],
  [
    { action: 'role.changed', actor_id: null, actor_name: null, details: { from: 'client', to: 'super' } },
    'The command line made Ana Gomez super (was client)',
  ],
  [
    { action: 'auth.sign_in_failed', actor_id: null, actor_name: null },
    'A login for Ana Gomez failed because of a wrong password',
  ],
  [
    { action: 'auth.sign_in_failed', actor_id: null, actor_name: null, subject_id: null, subject_name: null },
    'A login for an unknown address failed because of a wrong password',
  ],
  [{ action: 'account.sessions_ended', details: { sessions: 3 } }, 'Dana Lee ended 3 sessions of Ana Gomez'],
  [{ action: 'account.email_corrected' }, 'Ana Gomez confirmed the email address the office entered'],
  [
    { action: 'account.deactivated', actor_name: null, subject_name: null },
    'A deleted account deactivated the account of a deleted account',
  ],
  [
    { source: 'document', action: 'document.opened', details: { document: 'd', path: '2025/w2.pdf' } },
    'Dana Lee opened w2.pdf, of Ana Gomez',
  ],
  [
    {
      source: 'document',
      action: 'document.uploaded',
      subject_id: 'dana',
      details: { document: 'd', path: 'w2.pdf' },
    },
    'Dana Lee added w2.pdf',
  ],
  [
    {
      action: 'office.facts_saved',
      subject_id: null,
      details: { version: 3, changed: ['hours.open', 'team'] },
    },
    'Dana Lee changed the office’s facts: hours.open, team',
  ],
  [
    { action: 'office.facts_saved', details: { changed: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } },
    'Dana Lee changed the office’s facts: a, b, c, d, e, 2 more',
  ],
  [
    { action: 'office.facts_saved', details: { version: 9, changed: ['name'], restoredFrom: 3 } },
    'Dana Lee restored version 3 of the office’s facts',
  ],
  [
    {
      action: 'office.facts_saved',
      actor_id: null,
      actor_name: null,
      details: { changed: ['name'], source: 'command' },
    },
    'The command line imported other facts of the office: name',
  ],
  [{ action: 'backup.made', actor_id: null, actor_name: null }, 'backup made: Ana Gomez'],
])('%j', (facts, said) => {
  expect(plainSentence({ ...entry, ...facts }, english)).toBe(said);
});

test('in Spanish, people have their place in the sentence', () => {
  const { t } = readers.es;
  const facts = { from: 'client', to: 'admin' };
  expect(sentenceOf({ ...entry, action: 'role.changed', details: facts }, t)).toEqual([
    { person: 'actor', name: 'Dana Lee' },
    ' le dio a ',
    { person: 'subject', name: 'Ana Gomez' },
    ' el rol de administrador (antes: cliente)',
  ]);
});

test('separates people from text', () => {
  expect(sentenceOf({ ...entry, action: 'account.deactivated' }, english)).toEqual([
    { person: 'actor', name: 'Dana Lee' },
    ' deactivated the account of ',
    { person: 'subject', name: 'Ana Gomez' },
  ]);
});

test('any details give a sentence', () => {
  const actions = Object.values(logKinds).flatMap(({ actions }) => actions as readonly string[]);
  fc.assert(
    fc.property(
      fc.constantFrom(...actions, 'toString', ''),
      fc.constantFrom('audit', 'document'),
      fc.jsonValue(),
      (action, source, details) => {
        expect(plainSentence({ ...entry, action, source, details }, english)).not.toBe('');
      },
    ),
  );
});

test('each action has at most one kind, and only exact names are kinds', () => {
  const actions = Object.values(logKinds).flatMap(({ actions }) => actions as readonly string[]);
  expect(new Set(actions).size).toBe(actions.length);
  expect(isLogKind('documents')).toBe(true);
  expect(isLogKind('toString')).toBe(false);
});
