import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHANGES_MISSED } from '#contract/realtime.ts';
import { coalesce, subscribeToChanges } from './live-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('coalesce', () => {
  test('runs once, soon, for many requests at once', async () => {
    const refresh = vi.fn();
    const { request } = coalesce(refresh);
    for (let i = 0; i < 100; i++) request();
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(refresh).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('requests during a run cause one more run after it', async () => {
    let end = () => {};
    const refresh = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const { request } = coalesce(refresh);
    request();
    await vi.advanceTimersByTimeAsync(100);
    request();
    request();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    request();
    await vi.advanceTimersByTimeAsync(100);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  test('does not run after stop', async () => {
    const refresh = vi.fn();
    const { request, stop } = coalesce(refresh);
    request();
    stop();
    request();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).not.toHaveBeenCalled();
  });
});

describe('subscribeToChanges', () => {
  /** A client whose channels report what the test says. */
  function fakeClient() {
    const channels: {
      name: string;
      filters: object[];
      report: (state: string) => void;
      tell: (message: string) => void;
      changes: (() => void)[];
    }[] = [];
    const removed: unknown[] = [];
    const client = {
      setAuth: async () => {},
      channel: (name: string) => {
        const own = {
          name,
          filters: [] as object[],
          report: (_state: string) => {},
          tell: (_message: string) => {},
          changes: [] as (() => void)[],
        };
        channels.push(own);
        const library = {
          on: (type: string, filter: object, change: (payload?: unknown) => void) => {
            if (type === 'system') {
              own.tell = (message) => change({ message });
              return library;
            }
            own.filters.push(filter);
            own.changes.push(change);
            return library;
          },
          subscribe: (report: (state: string) => void) => {
            own.report = report;
            return library;
          },
        };
        return library;
      },
      removeChannel: async (channel: unknown) => {
        removed.push(channel);
        // Like the library.
        for (const { report } of channels) report('CLOSED');
        return 'ok';
      },
    };
    return { client: client as unknown as Parameters<typeof subscribeToChanges>[0], channels, removed };
  }

  test('one channel for all topics refreshes after each change and each time the connection is established', async () => {
    const { client, channels } = fakeClient();
    const refresh = vi.fn();
    await vi.advanceTimersByTimeAsync(50_001);
    subscribeToChanges(
      client,
      [{ table: 'file_uploads', filter: 'user_id=eq.1' }, { table: 'document_events' }],
      refresh,
    );
    await vi.advanceTimersByTimeAsync(0);
    const [channel] = channels;
    expect(channel?.filters).toEqual([
      { event: '*', schema: 'public', table: 'file_uploads', select: ['id'], filter: 'user_id=eq.1' },
      { event: '*', schema: 'public', table: 'document_events', select: ['id'] },
    ]);
    for (const event of [
      () => channel?.report('SUBSCRIBED'),
      () => channel?.changes[0]?.(),
      () => channel?.changes[1]?.(),
      () => channel?.report('SUBSCRIBED'),
    ]) {
      refresh.mockClear();
      channel?.report('CHANNEL_ERROR');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(refresh).not.toHaveBeenCalled();
      event();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(refresh).toHaveBeenCalledTimes(1);
    }
  });

  describe('on a page that was opened a moment ago', () => {
    async function subscribeAfter(ms: number) {
      const { client, channels } = fakeClient();
      const refresh = vi.fn();
      await vi.advanceTimersByTimeAsync(ms);
      subscribeToChanges(client, [{ table: 'file_uploads' }], refresh);
      await vi.advanceTimersByTimeAsync(0);
      const [channel] = channels;
      if (!channel) throw new Error('no channel');
      const refreshesAfter = async (event: () => void) => {
        refresh.mockClear();
        event();
        await vi.advanceTimersByTimeAsync(1_000);
        return refresh.mock.calls.length;
      };
      return { channel, refreshesAfter };
    }

    test('asks for the changes since then, and loads nothing again', async () => {
      const { channel, refreshesAfter } = await subscribeAfter(3_000);
      expect(channel.filters).toEqual([expect.objectContaining({ replay_ms: 13_000 })]);
      expect(await refreshesAfter(() => channel.report('SUBSCRIBED'))).toBe(0);
      expect(await refreshesAfter(() => channel.changes[0]?.())).toBe(1);
    });

    test('asks for nothing at later connections, and loads again', async () => {
      const { channel, refreshesAfter } = await subscribeAfter(3_000);
      expect(await refreshesAfter(() => channel.report('SUBSCRIBED'))).toBe(0);
      expect(channel.filters).toEqual([
        { event: '*', schema: 'public', table: 'file_uploads', select: ['id'] },
      ]);
      expect(await refreshesAfter(() => channel.report('SUBSCRIBED'))).toBe(1);
    });

    test('loads again if the server does not know all changes', async () => {
      const { channel, refreshesAfter } = await subscribeAfter(3_000);
      expect(await refreshesAfter(() => channel.report('SUBSCRIBED'))).toBe(0);
      expect(await refreshesAfter(() => channel.tell('Subscribed to PostgreSQL'))).toBe(0);
      expect(await refreshesAfter(() => channel.tell(CHANGES_MISSED))).toBe(1);
    });

    test('loads again if the join took too long', async () => {
      const { channel, refreshesAfter } = await subscribeAfter(3_000);
      await vi.advanceTimersByTimeAsync(10_001);
      expect(await refreshesAfter(() => channel.report('SUBSCRIBED'))).toBe(1);
    });
  });

  test('two subscriptions never share a channel', async () => {
    const { client, channels } = fakeClient();
    for (let i = 0; i < 2; i++) subscribeToChanges(client, [{ table: 'file_uploads' }], vi.fn());
    await vi.advanceTimersByTimeAsync(0);
    expect(channels).toHaveLength(2);
    expect(new Set(channels.map(({ name }) => name)).size).toBe(2);
  });

  test('reopens a channel that the server closed, but not after the end', async () => {
    const { client, channels, removed } = fakeClient();
    const end = subscribeToChanges(client, [{ table: 'file_uploads' }], vi.fn());
    await vi.advanceTimersByTimeAsync(0);
    channels[0]?.report('CLOSED');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(channels).toHaveLength(2);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channels).toHaveLength(2);
    expect(removed).toHaveLength(1);
  });

  test('opens no channel if it ends before it has begun', async () => {
    const { client, channels } = fakeClient();
    subscribeToChanges(client, [{ table: 'file_uploads' }], vi.fn())();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channels).toEqual([]);
  });
});
