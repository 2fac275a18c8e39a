import { expect, test } from 'vitest';
import { listOf, missingByName, missingOf, progressOf, type RequiredItem, type StoredItem } from './state.ts';

const required = (id: string): RequiredItem => ({
  id,
  title: `The ${id}`,
  why: 'Because',
  ifAny: false,
  whose: 'you',
  name: '',
});
const row = (item: string, more: Partial<StoredItem> = {}): StoredItem => ({
  item,
  title: null,
  state: 'open',
  reason: null,
  note: null,
  documentIds: [],
  ...more,
});
const shown = (list: ReturnType<typeof listOf>) => list.map(({ item, state }) => `${item} ${state}`);

test('items without a stored part are open, in the order of the list', () => {
  expect(shown(listOf([required('w-2'), required('1099')], []))).toEqual(['w-2 open', '1099 open']);
});

test('lists documents asked for again first, then requested ones, then the rest in its order', () => {
  const list = listOf(
    [required('photo-id'), required('w-2'), required('1099')],
    [
      row('photo-id', { state: 'confirmed' }),
      row('1099', { state: 'asked_again', note: 'Too dark', documentIds: ['f1'] }),
      row('asked:1', { title: 'Letter 6419' }),
    ],
  );
  expect(shown(list)).toEqual(['1099 asked_again', 'asked:1 open', 'photo-id confirmed', 'w-2 open']);
  expect(list[0]).toMatchObject({ title: 'The 1099', note: 'Too dark', documentIds: ['f1'], isAsked: false });
  expect(missingByName(list).map(({ title }) => title)).toEqual(['The 1099', 'Letter 6419']);
});

test('lists a document once that the office asked for by its name before the answers required it', () => {
  const asked = row('asked:1', { title: 'the W-2' });
  const ofSpouse = { ...required('w-2'), id: 'spouse-w-2', whose: 'spouse' as const };
  expect(shown(listOf([required('w-2'), required('1099'), ofSpouse], [asked]))).toEqual([
    'asked:1 open',
    '1099 open',
    'spouse-w-2 open',
  ]);
  // A stored state is not lost.
  expect(shown(listOf([required('w-2')], [asked, row('w-2', { state: 'sent' })]))).toEqual([
    'asked:1 open',
    'w-2 sent',
  ]);
});

test('leaves out a stored item that no answer requires anymore', () => {
  expect(listOf([], [row('daycare:dependent:x', { state: 'sent' })])).toEqual([]);
});

test('sent, not_available and confirmed count as done', () => {
  const states = ['open', 'sent', 'not_available', 'confirmed', 'asked_again'];
  const list = listOf(
    states.map(required),
    states.map((state) => row(state, { state })),
  );
  expect(progressOf(list)).toEqual({ done: 3, total: 5 });
});

test('a list misses what is not answered, also what only some clients have', () => {
  const list = listOf(
    [{ ...required('w-2'), ifAny: true }, required('photo-id'), { ...required('1099'), ifAny: true }],
    [row('photo-id', { state: 'sent' }), row('1099', { state: 'not_available', reason: 'None' })],
  );
  expect(missingOf(list).map(({ item }) => item)).toEqual(['w-2']);
});

test('an unknown state counts as open', () => {
  expect(shown(listOf([required('w-2')], [row('w-2', { state: 'lost' })]))).toEqual(['w-2 open']);
});
