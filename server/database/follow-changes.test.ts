import { afterEach, describe, expect, test, vi } from 'vitest';
import { followChanges, oneAfterAnother } from './follow-changes.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('what follows changes', () => {
  async function follow(read: () => Promise<void>) {
    vi.useFakeTimers();
    const failures: unknown[] = [];
    let announce: (() => void) | undefined;
    const stop = await followChanges({
      database: {
        listen: async (_channel, onNotification) => {
          announce = () => onNotification('');
          return async () => undefined;
        },
      },
      channel: 'changes',
      read,
      onFailed: (error) => failures.push(error),
    });
    return { announce: () => announce?.(), failures, stop };
  }

  test('reads a change until that succeeds', async () => {
    const down = new Error('the database is down');
    const read = vi.fn<() => Promise<void>>().mockRejectedValueOnce(down).mockRejectedValueOnce(down);
    read.mockResolvedValue(undefined);
    const { announce, failures } = await follow(read);
    announce();
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(3);
    expect(failures).toEqual([down, down]);
    announce();
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(4);
  });

  test('does not read again after it was stopped', async () => {
    const read = vi.fn(() => Promise.reject(new Error('the database is down')));
    const { announce, stop } = await follow(read);
    announce();
    await vi.advanceTimersByTimeAsync(0);
    stop();
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(1);
  });
});

test('work that is asked for while it runs is done once more, afterwards', async () => {
  const log: string[] = [];
  const started: PromiseWithResolvers<void>[] = [];
  const run = oneAfterAnother(async () => {
    const at = started.push(Promise.withResolvers<void>());
    log.push(`begins ${at}`);
    await started[at - 1]?.promise;
    log.push(`ends ${at}`);
  });
  const first = run();
  await vi.waitFor(() => expect(started).toHaveLength(1));
  const [second, third] = [run(), run()];
  started[0]?.resolve();
  await first;
  await vi.waitFor(() => expect(started).toHaveLength(2));
  started[1]?.resolve();
  await Promise.all([second, third]);
  expect(log).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2']);
});
