import { expect, test } from 'vitest';
import type { Change } from './change-queue.ts';
import { createRecentChanges, mergeChanges } from './recent-changes.ts';

const change = (id: string, more: Partial<Change> = {}): Change => ({
  schema: 'public',
  table: 'tasks',
  type: 'UPDATE',
  owner: 'maria',
  at: '2026-03-01',
  ids: [id],
  ...more,
});

function keepWithClock(options: { maxRows?: number } = {}) {
  let time = 0;
  const recent = createRecentChanges({ now: () => time, keptMs: 60_000, ...options });
  const idsOf = (ms: number) => recent.last(ms)?.flatMap(({ ids }) => ids);
  return { recent, idsOf, wait: (ms: number) => (time += ms) };
}

test('returns the changes of the last seconds, oldest first', () => {
  const { recent, idsOf, wait } = keepWithClock();
  for (const id of ['a', 'b', 'c']) {
    wait(10_000);
    recent.add(change(id));
  }
  expect(idsOf(9_000)).toEqual(['c']);
  expect(idsOf(10_000)).toEqual(['b', 'c']);
  expect(idsOf(29_999)).toEqual(['a', 'b', 'c']);
});

test('is incomplete for the time before it began, and before a restart', () => {
  const { recent, idsOf, wait } = keepWithClock();
  wait(1_000);
  expect(idsOf(999)).toEqual([]);
  expect(idsOf(1_000)).toBeUndefined();
  recent.add(change('a'));
  wait(1_000);
  recent.restart();
  wait(500);
  expect(idsOf(499)).toEqual([]);
  expect(idsOf(500)).toBeUndefined();
});

test('is incomplete for the time of changes that it had to forget', () => {
  const { recent, idsOf, wait } = keepWithClock({ maxRows: 2 });
  wait(10_000);
  for (const id of ['a', 'b', 'c']) {
    wait(1_000);
    recent.add(change(id));
  }
  expect(idsOf(1_500)).toEqual(['b', 'c']);
  expect(idsOf(2_000)).toBeUndefined();
});

test('forgets changes after a minute', () => {
  const { recent, idsOf, wait } = keepWithClock();
  wait(1);
  recent.add(change('a'));
  wait(60_001);
  recent.add(change('b'));
  expect(idsOf(60_000)).toEqual(['b']);
  expect(idsOf(60_001)).toBeUndefined();
});

test('merges changes of the same kind, but deletions only of the same owner', () => {
  const merged = mergeChanges([
    change('a'),
    change('b', { owner: 'john' }),
    change('c', { type: 'DELETE' }),
    change('a', { at: '2026-03-02' }),
    change('d', { type: 'DELETE', owner: 'john' }),
    change('e', { type: 'DELETE' }),
    change('f', { table: 'bills' }),
  ]);
  expect(merged.map(({ table, type, owner, ids }) => [table, type, owner, ids.join()])).toEqual([
    ['tasks', 'UPDATE', null, 'a,b'],
    ['tasks', 'DELETE', 'maria', 'c,e'],
    ['tasks', 'DELETE', 'john', 'd'],
    ['bills', 'UPDATE', null, 'f'],
  ]);
});

test('a merged change has no more rows than a query may read', () => {
  const changes = Array.from({ length: 7 }, (_, i) => change(String(i)));
  expect(mergeChanges(changes, 3).map(({ ids }) => ids.length)).toEqual([3, 3, 1]);
});
