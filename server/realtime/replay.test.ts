import type { FastifyBaseLogger } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { Change } from './change-queue.ts';
import { createReplays } from './replay.ts';

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

test('stops when the subscriber leaves', async () => {
  const { join, deliver, release, replays } = start({ changes: deletionsOf(3) });
  const { leave } = join();
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledOnce());
  leave();
  release();
  await replays.idle();
  expect(deliver).toHaveBeenCalledOnce();
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
