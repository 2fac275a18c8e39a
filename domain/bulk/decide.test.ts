import { describe, expect, test } from 'vitest';
import { checklistFor } from '#domain/checklist/checklist.ts';
import { listOf, missingOf } from '#domain/checklist/state.ts';
import type { LetterTemplate } from '#domain/contact/client-letters.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { type ClientFacts, decide } from './decide.ts';
import type { BulkAct } from './jobs.ts';
import type { Reason } from './reasons.ts';

const known: ClientFacts = {
  email: 'maria@example.com',
  isStaff: false,
  isArchived: false,
  isMerged: false,
  isBadAddress: false,
  hasTooManyLetters: false,
  hasJustSent: false,
  hasSentForm: false,
  hasReturnToReview: false,
  hasReturnToPay: false,
  preparerId: 'dana',
  tags: ['early'],
  form: null,
  items: [{ item: 'asked:1', title: 'The lease', state: 'open' }],
};
const allSent = checklistFor(newClientForm).map(({ id }) => ({ item: id, title: null, state: 'sent' }));
const remind: BulkAct = { kind: 'remind', options: { year: 2026 } };
const tag = (text: string, remove = false): BulkAct => ({ kind: 'tag', options: { tag: text, remove } });
const reasonOf = (act: BulkAct, facts: Partial<ClientFacts>) => decide(act, { ...known, ...facts }).reason;

test.each<[string, Partial<ClientFacts>]>([
  ['merged', { isMerged: true, isArchived: true }],
  ['archived', { isArchived: true }],
  ['no_email', { email: ' ' }],
  ['bad_address', { isBadAddress: true }],
  ['too_many_letters', { hasTooManyLetters: true }],
  ['no_form', { items: [] }],
  ['just_sent', { hasJustSent: true }],
  ['nothing_missing', { form: newClientForm, items: allSent }],
])('a reminder leaves out a client: %s', (reason, facts) => {
  expect(reasonOf(remind, facts)).toBe(reason);
});

test.each<[LetterTemplate, Reason, Partial<ClientFacts>]>([
  ['form_reminder', 'form_sent', { hasSentForm: true }],
  ['return_ready', 'nothing_to_review', { hasReturnToReview: false, hasReturnToPay: true }],
  ['payment_reminder', 'nothing_to_pay', { hasReturnToPay: false, hasReturnToReview: true }],
  ['message', 'staff', { isStaff: true }],
])('the letter %s leaves out a client if it isn’t true for them: %s', (template, reason, facts) => {
  const letter: BulkAct = { kind: 'letter', options: { template } };
  expect(reasonOf(letter, { hasReturnToReview: true, hasReturnToPay: true })).toBeNull();
  expect(reasonOf(letter, facts)).toBe(reason);
});

test('reminders and the archive are not for colleagues; tasks and tags are', () => {
  expect(reasonOf(remind, { isStaff: true })).toBe('staff');
  expect(reasonOf({ kind: 'archive', options: { archived: true } }, { isStaff: true })).toBe('staff');
  expect(reasonOf(tag('late'), { isStaff: true })).toBeNull();
});

test('leaves out unknown ids', () => {
  expect(decide(tag('late'), undefined)).toEqual({ reason: 'gone' });
});

test('an act that changes nothing is left out', () => {
  expect(reasonOf(tag(' early '), {})).toBe('unchanged');
  expect(reasonOf(tag('late', true), {})).toBe('unchanged');
  expect(reasonOf(tag('early', true), {})).toBeNull();
  expect(reasonOf({ kind: 'assign', options: { person: 'dana' } }, {})).toBe('unchanged');
  expect(reasonOf({ kind: 'assign', options: { person: null } }, {})).toBeNull();
  expect(reasonOf({ kind: 'archive', options: { archived: false } }, {})).toBe('unchanged');
  expect(reasonOf({ kind: 'archive', options: { archived: false } }, { isArchived: true })).toBeNull();
});

test('only letters need an address', () => {
  const task: BulkAct = { kind: 'task', options: { title: 'Call', due_on: '2027-01-05', owner: 'starter' } };
  expect(reasonOf(task, { email: '', isBadAddress: true })).toBeNull();
  expect(reasonOf(task, { isArchived: true })).toBe('archived');
});

test('a client has 20 tags at most', () => {
  const tags = Array.from({ length: 20 }, (_, i) => `tag ${i}`);
  expect(reasonOf(tag('late'), { tags })).toBe('too_many_tags');
  expect(reasonOf(tag('tag 3', true), { tags })).toBeNull();
});

const noOne: Partial<ClientFacts> = { form: newClientForm, items: [] };
const askedOf = (act: BulkAct, facts: Partial<ClientFacts>) => {
  const decision = decide(act, { ...known, ...facts });
  if (decision.reason !== null) throw new Error(decision.reason);
  return decision;
};

describe('a reminder', () => {
  test('asks for all that keeps the list from being complete, and says what only some have', () => {
    const list = listOf(checklistFor(newClientForm), []);
    expect(askedOf(remind, noOne).lines).toEqual(missingOf(list).map(({ item }) => item));
    const { items } = askedOf(remind, noOne);
    expect(items).toContain('Photo ID');
    expect(items).toContain('Your W-2 forms (only if you have one)');
  });

  test('asks for none that the client has sent or does not have', () => {
    for (const state of ['sent', 'not_available', 'confirmed']) {
      const items = ['photo-id', 'w-2'].map((item) => ({ item, title: null, state }));
      const { lines } = askedOf(remind, { form: newClientForm, items });
      expect(lines).not.toContain('photo-id');
      expect(lines).not.toContain('w-2');
      expect(lines).toContain('w-2:spouse');
    }
  });

  test('has at most 40 documents, with names that fit a letter', () => {
    const items = Array.from({ length: 60 }, (_, i) => ({
      item: `asked:${i}`,
      title: '😀'.repeat(300),
      state: 'open',
    }));
    const decision = askedOf(remind, { items });
    expect([decision.items, decision.lines].map(({ length }) => length)).toEqual([40, 40]);
    expect([...(decision.items[0] ?? '')]).toHaveLength(200);
  });
});

test('a request to many clients names the lines of each client’s list, and the others after them', () => {
  const items = ['The lease', 'photo id', 'A voided check'];
  const request: BulkAct = { kind: 'letter', options: { template: 'document_request', items } };
  expect(askedOf(request, noOne)).toEqual({
    reason: null,
    items: ['Photo ID', 'The lease', 'A voided check'],
    lines: ['photo-id'],
  });
  expect(askedOf(request, {})).toMatchObject({
    items: ['The lease', 'photo id', 'A voided check'],
    lines: ['asked:1'],
  });
});
