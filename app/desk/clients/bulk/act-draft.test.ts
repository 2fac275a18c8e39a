import { describe, expect, test } from 'vitest';
import { type BulkKind, bulkAct } from '#domain/bulk/jobs.ts';
import { english } from '#domain/language/english.ts';
import { type ActDraft, actOf, blankAct, draftProblems } from './act-draft.ts';

const kinds: BulkKind[] = ['remind', 'letter', 'assign', 'tag', 'task', 'archive'];
const dana = '6a1c1a2e-0000-4000-8000-000000000001';
const draft: ActDraft = {
  ...blankAct(dana),
  letter: { template: 'document_request', lines: [], items: '- The lease\n\nForm W-2', note: ' Thank you ' },
  tag: ' late ',
  title: ' Call ',
  due: '2027-02-15',
};
const act = (kind: BulkKind, changes: Partial<ActDraft> = {}) =>
  actOf(kind, { ...draft, ...changes }, 2026, false);

test.each(kinds)('%s: the server accepts what was entered', (kind) => {
  expect(bulkAct.safeParse(act(kind)).error).toBeUndefined();
  expect(draftProblems(kind, draft, english)).toEqual({});
});

test('each act has its own part, without spaces around it', () => {
  expect(act('remind')).toEqual({ kind: 'remind', options: { year: 2026, note: 'Thank you' } });
  expect(act('letter').options).toEqual({
    template: 'document_request',
    items: ['The lease', 'Form W-2'],
    note: 'Thank you',
  });
  expect(act('assign', { person: '' }).options).toEqual({ person: null });
  expect(act('tag', { remove: true }).options).toEqual({ tag: 'late', remove: true });
  expect(act('task').options).toEqual({ title: 'Call', due_on: '2027-02-15', owner: 'preparer' });
  expect(actOf('archive', draft, 2026, true).options).toEqual({ archived: false });
});

describe('names what is missing', () => {
  test.each<[BulkKind, Partial<ActDraft>, string[]]>([
    ['remind', { letter: { ...draft.letter, note: 'a'.repeat(2001) } }, ['note']],
    ['letter', { letter: { ...draft.letter, items: '' } }, ['items']],
    ['tag', { tag: '  ' }, ['tag']],
    ['tag', { tag: 'a'.repeat(41) }, ['tag']],
    ['task', { title: '', due: '' }, ['title', 'due']],
    ['task', { title: 'a'.repeat(201), due: '20270-01-01' }, ['title', 'due']],
  ])('%s %o', (kind, changes, names) => {
    expect(Object.keys(draftProblems(kind, { ...draft, ...changes }, english))).toEqual(names);
  });

  test('40 characters may be 80 UTF-16 units', () => {
    expect(draftProblems('tag', { ...draft, tag: '😀'.repeat(40) }, english)).toEqual({});
  });
});
