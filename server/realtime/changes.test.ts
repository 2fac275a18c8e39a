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
  const queue = createChangeQueue((one) => {
    delivered.push(one);
    return new Promise((resolve) => {
      go = resolve;
    });
  }, overflow);
  const next = async () => {
    go();
    await new Promise(setImmediate);
  };
  return { queue, delivered, next, overflow };
}

describe('the queue of changes', () => {
  test('what came in meanwhile and is alike goes together, in the order of its coming', async () => {
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
    expect(delivered.map(({ ids }) => ids)).toEqual([['1'], ['2', '3', '4'], ['5'], ['6'], ['7']]);
    await queue.settled();
  });

  test('never more than five hundred rows together', async () => {
    const { queue, delivered, next } = slowQueue();
    const ids = Array.from({ length: 100 }, (_, i) => String(i));
    for (let i = 0; i < 11; i++) queue.push(change(ids));
    for (let i = 0; i < 5; i++) await next();
    expect(delivered.map((one) => one.ids.length)).toEqual([100, 500, 500]);
  });

  test('what can not be told in time is given up as a whole', () => {
    const { queue, overflow } = slowQueue();
    queue.push(change(['first']));
    for (let i = 0; i < 20_000; i++) queue.push(change([String(i)]));
    expect(overflow).not.toHaveBeenCalled();
    queue.push(change(['too much']));
    expect(overflow).toHaveBeenCalledTimes(1);
  });
});

test.each(['', 'x', '{}', '[]', '{"schema":"public"}', JSON.stringify({ ...change(['1']), type: 'DROP' })])(
  'a notification of somebody else is none: %s',
  (payload) => {
    expect(parseChange(payload)).toBeUndefined();
  },
);
