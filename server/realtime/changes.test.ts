import { describe, expect, test, vi } from 'vitest';
import { type Change, createChangeQueue, parseChange } from './changes.ts';

const change = (ids: string[], more: Partial<Change> = {}): Change => ({
  schema: 'public',
  table: 'files',
  type: 'UPDATE',
  owner: 'a',
  at: '2026-01-01T00:00:00Z',
  ids,
  ...more,
});

/** A queue whose deliveries wait until they are let go. */
function slowQueue() {
  const delivered: Change[] = [];
  let go = () => {};
  const overflow = vi.fn();
  const deliver = (one: Change) => {
    delivered.push(one);
    return new Promise<void>((resolve) => {
      go = resolve;
    });
  };
  const queue = createChangeQueue({ deliver, overflow, bounds: { owner: 2_000, total: 5_000 } });
  const next = async () => {
    go();
    await new Promise(setImmediate);
  };
  return { queue, delivered, next, overflow };
}

describe('the queue of changes', () => {
  test('what came in meanwhile and is alike goes together, of each owner in the order of its coming', async () => {
    const { queue, delivered, next } = slowQueue();
    queue.push(change(['1']));
    for (const more of [
      change(['2']),
      change(['3', '4']),
      change(['5'], { type: 'DELETE' }),
      change(['6']),
      change(['7'], { owner: 'b' }),
    ]) {
      queue.push(more);
    }
    for (let i = 0; i < 6; i++) await next();
    expect(delivered.map(({ ids }) => ids)).toEqual([['1'], ['2', '3', '4'], ['7'], ['5'], ['6']]);
    await queue.settled();
  });

  test('never more than five hundred rows together', async () => {
    const { queue, delivered, next } = slowQueue();
    const ids = (round: number) => Array.from({ length: 100 }, (_, i) => `${round} ${i}`);
    for (let i = 0; i < 11; i++) queue.push(change(ids(i)));
    for (let i = 0; i < 5; i++) await next();
    expect(delivered.map((one) => one.ids.length)).toEqual([100, 500, 500]);
  });

  test('a row that changes a thousand times while it waits is told once, as of its last change', async () => {
    const { queue, delivered, next, overflow } = slowQueue();
    for (let i = 0; i < 10_000; i++) queue.push(change(['1'], { at: `time ${i}` }));
    await next();
    await next();
    expect(delivered.map(({ ids, at }) => [ids, at])).toEqual([
      [['1'], 'time 0'],
      [['1'], 'time 9999'],
    ]);
    await queue.settled();
    expect(overflow).not.toHaveBeenCalled();
  });

  test('the many changes of one owner delay those of another by one delivery', async () => {
    const { queue, delivered, next } = slowQueue();
    for (let i = 0; i < 200; i++) {
      queue.push(change([String(i)], { type: i % 2 ? 'UPDATE' : 'DELETE' }));
    }
    queue.push(change(['hers'], { owner: 'b' }));
    await next();
    await next();
    expect(delivered.map(({ owner }) => owner)).toEqual(['a', 'a', 'b']);
  });

  test('what of one owner can not be told in time is given up; of others nothing is', async () => {
    const { queue, delivered, next, overflow } = slowQueue();
    queue.push(change(['under way'], { owner: 'c' }));
    queue.push(change(['hers'], { owner: 'b' }));
    for (let i = 0; i < 2_000; i++) queue.push(change([String(i)], { type: i % 2 ? 'UPDATE' : 'DELETE' }));
    expect(overflow).not.toHaveBeenCalled();
    queue.push(change(['too much'], { type: 'DELETE' }));
    expect(overflow.mock.calls).toEqual([['a']]);
    await next();
    await next();
    expect(delivered.map(({ ids }) => ids)).toEqual([['under way'], ['hers']]);
    await queue.settled();
  });

  test('where all together are too many, the owner with most gives way', () => {
    const { queue, overflow } = slowQueue();
    for (let i = 0; i < 1_900; i++) queue.push(change([String(i)], { owner: 'much' }));
    for (let owner = 0; owner < 3_100; owner++) queue.push(change(['1'], { owner: String(owner) }));
    expect(overflow).not.toHaveBeenCalled();
    for (const owner of ['x', 'y', 'z']) queue.push(change(['1'], { owner }));
    expect(overflow.mock.calls).toEqual([['much']]);
  });
});

test.each(['', 'x', '{}', '[]', '{"schema":"public"}', JSON.stringify({ ...change(['1']), type: 'DROP' })])(
  'a notification of somebody else is none: %s',
  (payload) => {
    expect(parseChange(payload)).toBeUndefined();
  },
);
