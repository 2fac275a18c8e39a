import pg from 'pg';
import { openClient } from './client.ts';

type OnNotification = (payload: string) => void;

interface Options {
  connection: pg.ClientConfig;
  onLost(error: Error): void;
  /** Milliseconds between two attempts to reconnect. */
  retryMs?: number;
}

/** One connection for all channels. It is opened with the first, and reopened as long as there is a listener. */
export function createListener({ connection, onLost, retryMs = 1_000 }: Options) {
  const channels = new Map<string, Set<OnNotification>>();
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs one operation at a time: connecting, listening or closing. */
  const serialize = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  const connect = async () => {
    const client = await openClient({
      ...connection,
      application_name: 'nutmeg listener',
      // The connection sends no queries, so only TCP keepalive detects a lost peer.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    });
    let isLost = false;
    const lost = (error?: Error) => {
      isLost = true;
      if (current !== client) return;
      current = undefined;
      if (error) onLost(error);
      reconnectSoon();
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ channel, payload = '' }) => notify(channel, payload));
    try {
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (isLost) throw new Error('Connection terminated unexpectedly');
    current = client;
    for (const channel of channels.keys()) notify(channel, '');
  };
  const reconnectSoon = () => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      serialize(async () => {
        if (!closed && !current && channels.size > 0) await connect();
      }).catch((error: Error) => {
        onLost(error);
        reconnectSoon();
      });
    }, retryMs);
  };
  const notify = (channel: string, payload: string) => {
    for (const onNotification of channels.get(channel) ?? []) onNotification(payload);
  };

  return {
    /**
     * Calls back at each NOTIFY on the channel, and with an empty payload at every (re)connection, since notifications in
     * between are lost. Resolves once it listens, with a function that stops it. Rejects if the first connection fails.
     */
    listen: (channel: string, onNotification: OnNotification): Promise<() => Promise<void>> =>
      serialize(async () => {
        const known = channels.get(channel);
        channels.set(channel, new Set([...(known ?? []), onNotification]));
        const forget = () => {
          channels.get(channel)?.delete(onNotification);
          if (channels.get(channel)?.size === 0) channels.delete(channel);
        };
        try {
          if (current) {
            if (!known) await current.query(`listen ${pg.escapeIdentifier(channel)}`);
            onNotification('');
          } else await connect();
        } catch (error) {
          forget();
          throw error;
        }
        return async () => forget();
      }),
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(retry);
      await serialize(async () => {
        const client = current;
        current = undefined;
        await client?.end();
      });
    },
  };
}
