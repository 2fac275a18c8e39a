import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenTo, paced } from './live.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('looks', () => {
  test('many reasons at once are one look, soon', async () => {
    const look = vi.fn();
    const { call } = paced(look);
    for (let i = 0; i < 100; i++) call();
    expect(look).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(look).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  test('what comes during a look is looked at after it, never beside it', async () => {
    let end = () => {};
    const look = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const { call } = paced(look);
    call();
    await vi.advanceTimersByTimeAsync(100);
    call();
    call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(look).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(look).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(look).toHaveBeenCalledTimes(2);
    call();
    await vi.advanceTimersByTimeAsync(100);
    expect(look).toHaveBeenCalledTimes(3);
  });

  test('after the end there is none', async () => {
    const look = vi.fn();
    const { call, stop } = paced(look);
    call();
    stop();
    call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(look).not.toHaveBeenCalled();
  });
});

describe('listening', () => {
  /** Channels as the library makes them, with a hand on what the server says. */
  function fakeLibrary() {
    const channels: { name: string; wish: object; says: (state: string) => void; changes: () => void }[] = [];
    const removed: unknown[] = [];
    const client = {
      realtime: { setAuth: async () => {} },
      channel: (name: string) => {
        const own = { name, wish: {}, says: (_state: string) => {}, changes: () => {} };
        channels.push(own);
        const library = {
          on: (_type: string, wish: object, changes: () => void) => {
            Object.assign(own, { wish, changes });
            return library;
          },
          subscribe: (says: (state: string) => void) => {
            own.says = says;
            return library;
          },
        };
        return library;
      },
      removeChannel: async (channel: unknown) => {
        removed.push(channel);
        // As the library does it.
        for (const { says } of channels) says('CLOSED');
        return 'ok';
      },
    };
    return { client: client as unknown as Parameters<typeof listenTo>[0], channels, removed };
  }

  test('looks when something changes, and whenever the connection stands again', async () => {
    const { client, channels } = fakeLibrary();
    const look = vi.fn();
    listenTo(client, { table: 'file_uploads', filter: 'user_id=eq.1' }, look);
    await vi.advanceTimersByTimeAsync(0);
    const [channel] = channels;
    expect(channel?.wish).toEqual({
      event: '*',
      schema: 'public',
      table: 'file_uploads',
      filter: 'user_id=eq.1',
    });
    for (const happens of [
      () => channel?.says('SUBSCRIBED'),
      () => channel?.changes(),
      () => channel?.says('SUBSCRIBED'),
    ]) {
      look.mockClear();
      channel?.says('CHANNEL_ERROR');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(look).not.toHaveBeenCalled();
      happens();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(look).toHaveBeenCalledTimes(1);
    }
  });

  test('two listeners never share a channel', async () => {
    const { client, channels } = fakeLibrary();
    for (let i = 0; i < 2; i++) listenTo(client, { table: 'file_uploads' }, vi.fn());
    await vi.advanceTimersByTimeAsync(0);
    expect(channels).toHaveLength(2);
    expect(new Set(channels.map(({ name }) => name)).size).toBe(2);
  });

  test('comes back after the server has closed, and not after its own end', async () => {
    const { client, channels, removed } = fakeLibrary();
    const end = listenTo(client, { table: 'file_uploads' }, vi.fn());
    await vi.advanceTimersByTimeAsync(0);
    channels[0]?.says('CLOSED');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(channels).toHaveLength(2);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channels).toHaveLength(2);
    expect(removed).toHaveLength(1);
  });

  test('whoever leaves before it has begun opens nothing', async () => {
    const { client, channels } = fakeLibrary();
    listenTo(client, { table: 'file_uploads' }, vi.fn())();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channels).toEqual([]);
  });
});
