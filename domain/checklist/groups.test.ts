import { expect, test } from 'vitest';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { checklistFor } from './checklist.ts';
import { groupsOf, mightApply, openAtFirst, stillNeeded } from './groups.ts';
import { listOf, type StoredItem } from './state.ts';

const row = (item: string, more: Partial<StoredItem> = {}): StoredItem => ({
  item,
  title: null,
  state: 'open',
  reason: null,
  note: null,
  documentIds: [],
  ...more,
});
const family = (...stored: StoredItem[]) => groupsOf(listOf(checklistFor(newClientForm), stored));
const keys = (stored: StoredItem[]) => family(...stored).map(({ key }) => key);
const people = ['you:', 'spouse:José Lopez', 'dependent:Ana Lopez', 'dependent:Rosa Vega'];

test('has a group for each person and the business, with each item once', () => {
  expect(keys([])).toEqual([...people, 'business:Lopez Care LLC']);
  const items = family().flatMap((group) => group.items);
  expect(items).toHaveLength(checklistFor(newClientForm).length);
  expect(new Set(items.map(({ item }) => item)).size).toBe(items.length);
});

test('what the office asked for comes first, and stays there when it was sent', () => {
  for (const state of ['open', 'sent']) {
    const [first] = family(
      row('asked:1', { title: 'Letter 6419', state }),
      row('w-2', { state: 'asked_again' }),
    );
    expect(first?.about).toBe('office');
    expect(first?.items.map(({ item }) => item).sort()).toEqual(['asked:1', 'w-2']);
  }
});

test('folds what might apply, but not if nothing else is left', () => {
  const spouse = (stored: StoredItem[]) => family(...stored).find(({ about }) => about === 'spouse');
  const folded = (stored: StoredItem[]) =>
    mightApply(spouse(stored) ?? { items: [] }).map(({ item }) => item);
  expect(folded([])).toEqual(['w-2:spouse', '1099:spouse']);
  expect(folded([row('w-2:spouse', { state: 'sent' })])).toEqual(['1099:spouse']);
  const rest = ['photo-id:spouse', 'ssn-card:spouse'].map((item) => row(item, { state: 'sent' }));
  expect(folded(rest)).toEqual([]);
  expect(stillNeeded(spouse(rest) ?? { items: [] })).toBe(2);
});

test('of a long list, opens what the office asked for and the first person with something to do', () => {
  const done = family()[0]?.items.map(({ item }) => row(item, { state: 'sent' })) ?? [];
  expect(openAtFirst(family())).toEqual(['you:']);
  expect(openAtFirst(family(...done, row('asked:1', { title: 'Letter 6419' })))).toEqual([
    'office:',
    'spouse:José Lopez',
  ]);
  expect(openAtFirst(family().slice(0, 1))).toEqual(['you:']);
});
