import { describe, expect, test, vi } from 'vitest';
import { type Change, createChangeQueue, parseChange } from './change-queue.ts';

const change = (ids: string[], more: Partial<Change> = {}): Change => ({
  schema: 'public',
  table: 'files',
  type: 'UPDATE',
  owner: 'a',
  at: '2026-01-01T00:00:00Z',
  ids,
  ...more,
});

/** A queue whose deliveries end when the test says so. */
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
  /** Pushes the first change and waits until its delivery has started. */
  const begin = async (first: Change) => {
    queue.push(first);
    await new Promise(setImmediate);
  };
  const next = async () => {
    go();
    await new Promise(setImmediate);
  };
  return { queue, delivered, begin, next, overflow };
}

describe('the queue of changes', () => {
  test('delivers changes that arrive together as one', async () => {
    const { queue, delivered, next } = slowQueue();
    queue.push(change(['1'], { at: 'first' }));
    queue.push(change(['1'], { at: 'second' }));
    await next();
    await next();
    expect(delivered.map(({ ids, at }) => [ids, at])).toEqual([[['1'], 'second']]);
  });

  test('batches changes of the same kind that arrive during a delivery, in order for each owner', async () => {
    const { queue, delivered, begin, next } = slowQueue();
    await begin(change(['1']));
    for (const more of [
      change(['2']),
      change(['3', '4']),
      change(['5'], { type: 'DELETE' }),
      change(['6'], { type: 'DELETE', hidden: true }),
      change(['7']),
      change(['8'], { owner: 'b' }),
    ]) {
      queue.push(more);
    }
    for (let i = 0; i < 7; i++) await next();
    expect(delivered.map(({ ids }) => ids)).toEqual([['1'], ['2', '3', '4'], ['8'], ['5'], ['6'], ['7']]);
    await queue.idle();
  });

  test('puts at most 500 rows into a batch', async () => {
    const { queue, delivered, begin, next } = slowQueue();
    const ids = (round: number) => Array.from({ length: 100 }, (_, i) => `${round} ${i}`);
    await begin(change(ids(0)));
    for (let i = 1; i < 11; i++) queue.push(change(ids(i)));
    for (let i = 0; i < 5; i++) await next();
    expect(delivered.map((one) => one.ids.length)).toEqual([100, 500, 500]);
  });

  test('delivers a row that changes many times during a delivery once, with its last change', async () => {
    const { queue, delivered, begin, next, overflow } = slowQueue();
    await begin(change(['1'], { at: 'time 0' }));
    for (let i = 1; i < 10_000; i++) queue.push(change(['1'], { at: `time ${i}` }));
    await next();
    await next();
    expect(delivered.map(({ ids, at }) => [ids, at])).toEqual([
      [['1'], 'time 0'],
      [['1'], 'time 9999'],
    ]);
    await queue.idle();
    expect(overflow).not.toHaveBeenCalled();
  });

  test('delays the changes of one owner by at most one delivery for another', async () => {
    const { queue, delivered, begin, next } = slowQueue();
    await begin(change(['0'], { type: 'DELETE' }));
    for (let i = 1; i < 200; i++) {
      queue.push(change([String(i)], { type: i % 2 ? 'UPDATE' : 'DELETE' }));
    }
    queue.push(change(['hers'], { owner: 'b' }));
    await next();
    await next();
    expect(delivered.map(({ owner }) => owner)).toEqual(['a', 'a', 'b']);
  });

  test('drops the changes of an owner with too many, and only those', async () => {
    const { queue, delivered, begin, next, overflow } = slowQueue();
    await begin(change(['in delivery'], { owner: 'c' }));
    queue.push(change(['hers'], { owner: 'b' }));
    for (let i = 0; i < 2_000; i++) queue.push(change([String(i)], { type: i % 2 ? 'UPDATE' : 'DELETE' }));
    expect(overflow).not.toHaveBeenCalled();
    queue.push(change(['too much'], { type: 'DELETE' }));
    expect(overflow.mock.calls).toEqual([['a']]);
    await next();
    await next();
    expect(delivered.map(({ ids }) => ids)).toEqual([['in delivery'], ['hers']]);
    await queue.idle();
  });

  test('drops the changes of the owner with the most when the total is too high', () => {
    const { queue, overflow } = slowQueue();
    for (let i = 0; i < 1_900; i++) queue.push(change([String(i)], { owner: 'much' }));
    for (let owner = 0; owner < 3_100; owner++) queue.push(change(['1'], { owner: String(owner) }));
    expect(overflow).not.toHaveBeenCalled();
    for (const owner of ['x', 'y', 'z']) queue.push(change(['1'], { owner }));
    expect(overflow.mock.calls).toEqual([['much']]);
  });
});

test.each(['', 'x', '{}', '[]', '{"schema":"public"}', JSON.stringify({ ...change(['1']), type: 'DROP' })])(
  'ignores a notification in another format: %s',
  (payload) => {
    expect(parseChange(payload)).toBeUndefined();
  },
);
