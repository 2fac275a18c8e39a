import type { FastifyBaseLogger } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Change } from './change-queue.ts';
import { createRecentChanges, createReplays, mergeChanges } from './replay.ts';

const change = (more: Partial<Change>): Change => ({
  schema: 'public',
  table: 'tasks',
  type: 'DELETE',
  owner: 'maria',
  at: '2026-03-01',
  ids: ['a'],
  ...more,
});
const deletionsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => change({ owner: String(i), ids: [String(i)] }));

interface Subscriber {
  missed(): void;
}

function start({ changes }: { changes: Change[] | undefined }) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const deliver = vi.fn((_change: Change, _to: Subscriber) => held);
  const joined = new Set<Subscriber>();
  const error = vi.fn();
  const replays = createReplays({
    recent: { add() {}, restart() {}, last: () => changes },
    concerns: ({ table }) => table === 'tasks',
    deliver,
    isJoined: (one) => joined.has(one),
    log: { error } as unknown as FastifyBaseLogger,
  });
  const join = () => {
    const missed = vi.fn();
    const subscriber: Subscriber = { missed };
    joined.add(subscriber);
    replays.start(subscriber, 1_000);
    return { subscriber, missed, leave: () => joined.delete(subscriber) };
  };
  return { join, deliver, release, error, replays };
}

test('delivers what concerns the subscriber, merged', async () => {
  const changes = [change({ ids: ['a'] }), change({ table: 'bills' }), change({ ids: ['b'] })];
  const { join, deliver, release, replays } = start({ changes });
  const { subscriber, missed } = join();
  release();
  await vi.waitFor(() =>
    expect(deliver).toHaveBeenCalledExactlyOnceWith(change({ ids: ['a', 'b'] }), subscriber),
  );
  await replays.idle();
  expect(missed).not.toHaveBeenCalled();
});

test('repeats up to 20 changes; with more, the subscriber missed some', async () => {
  for (const [count, isMissed] of [
    [20, false],
    [21, true],
  ] as const) {
    const { join, deliver, release } = start({ changes: deletionsOf(count) });
    const { missed } = join();
    release();
    await vi.waitFor(() =>
      expect(deliver.mock.calls.length + missed.mock.calls.length).toBe(isMissed ? 1 : count),
    );
    expect(missed).toHaveBeenCalledTimes(isMissed ? 1 : 0);
  }
});

test('repeats changes for four subscribers at once; others missed them', async () => {
  const { join, deliver, release, replays } = start({ changes: deletionsOf(1) });
  const first = Array.from({ length: 4 }, join);
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(4));
  const fifth = join();
  await vi.waitFor(() => expect(fifth.missed).toHaveBeenCalledOnce());
  release();
  await replays.idle();
  expect(first.some(({ missed }) => missed.mock.calls.length > 0)).toBe(false);
  join();
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(5));
});

test('stops when the subscriber leaves, and says that it missed the rest', async () => {
  const { join, deliver, release, replays } = start({ changes: deletionsOf(3) });
  const { leave, missed } = join();
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledOnce());
  leave();
  release();
  await replays.idle();
  expect(deliver).toHaveBeenCalledOnce();
  expect(missed).toHaveBeenCalledOnce();
});

test('tells a subscriber that missed changes because they are unknown or could not be delivered', async () => {
  const unknown = start({ changes: undefined }).join();
  await vi.waitFor(() => expect(unknown.missed).toHaveBeenCalledOnce());

  const { join, deliver, error } = start({ changes: deletionsOf(1) });
  deliver.mockRejectedValue(new Error('no database'));
  const { missed } = join();
  await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce());
  expect(error).toHaveBeenCalledOnce();
});

const updateOf = (id: string, more: Partial<Change> = {}): Change => ({
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
    recent.add(updateOf(id));
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
  recent.add(updateOf('a'));
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
    recent.add(updateOf(id));
  }
  expect(idsOf(1_500)).toEqual(['b', 'c']);
  expect(idsOf(2_000)).toBeUndefined();
});

test('forgets changes after a minute', () => {
  const { recent, idsOf, wait } = keepWithClock();
  wait(1);
  recent.add(updateOf('a'));
  wait(60_001);
  recent.add(updateOf('b'));
  expect(idsOf(60_000)).toEqual(['b']);
  expect(idsOf(60_001)).toBeUndefined();
});

test('merges changes of the same kind, but deletions only of the same owner, who may see all or none', () => {
  const merged = mergeChanges([
    updateOf('a'),
    updateOf('b', { owner: 'john' }),
    updateOf('c', { type: 'DELETE' }),
    updateOf('a', { at: '2026-03-02' }),
    updateOf('d', { type: 'DELETE', owner: 'john' }),
    updateOf('e', { type: 'DELETE' }),
    updateOf('f', { table: 'bills' }),
    updateOf('g', { type: 'DELETE', hidden: true }),
  ]);
  expect(merged.map(({ table, type, owner, ids }) => [table, type, owner, ids.join()])).toEqual([
    ['tasks', 'UPDATE', null, 'a,b'],
    ['tasks', 'DELETE', 'maria', 'c,e'],
    ['tasks', 'DELETE', 'john', 'd'],
    ['bills', 'UPDATE', null, 'f'],
    ['tasks', 'DELETE', 'maria', 'g'],
  ]);
});

test('a merged change has no more rows than a query may read', () => {
  const changes = Array.from({ length: 7 }, (_, i) => updateOf(String(i)));
  expect(mergeChanges(changes, 3).map(({ ids }) => ids.length)).toEqual([3, 3, 1]);
});
