import type { FastifyBaseLogger } from 'fastify';
import { expect, test, vi } from 'vitest';
import { CHANGES_MISSED } from '#contract/realtime.ts';
import { type Caller, type Database, SessionEndedError } from '#server/database/database.ts';
import { TokenError } from '#server/http/errors.ts';
import { createChannel } from './channel.ts';
import { openHub, type Subscriber } from './hub.ts';
import { subscriptionsFor } from './subscriptions.ts';

const MARIA = '10000000-0000-4000-8000-000000000000';
const JOHN = '20000000-0000-4000-8000-000000000000';
const table = {
  schema: 'public',
  name: 'file_uploads',
  ownerColumn: 'user_id',
  columns: ['id', 'user_id'].map((name) => ({ name, type: 'uuid', sqlType: 'uuid' })),
};
const log = { warn() {}, error() {} } as unknown as FastifyBaseLogger;

interface JoinOptions {
  filter?: string;
  aal?: string;
  replayMs?: number;
}

/** A hub on a database that counts the queries of each caller. */
async function startHub({ ended = [] as string[], raised = [] as string[] } = {}) {
  let tell: (payload: string) => void = () => undefined;
  const readers: string[] = [];
  const sessionQueries: unknown[] = [];
  const endedAtRead = new Set<string>();
  let readable = Promise.resolve();
  const database = {
    listen: async (_channel: string, onNotification: typeof tell) => {
      tell = onNotification;
      return async () => undefined;
    },
    query: async (_text: string, [ids]: [string[]]) => {
      sessionQueries.push(ids);
      const live = ids.filter((id) => !ended.includes(id));
      return { rows: live.map((id) => ({ id, user_id: personOf(id), raised: raised.includes(id) })) };
    },
    runAs: async ({ claims: { session_id = '' } }: Caller) => {
      readers.push(session_id);
      await readable;
      if (endedAtRead.has(session_id)) throw new SessionEndedError();
      return { rows: [{ key: 'a', record: { id: 'a' } }] };
    },
  };
  const callers = new Map<string, Caller>();
  const callerByToken = async (token: string) => {
    const caller = callers.get(token);
    if (!caller) throw new TokenError('expired');
    return caller;
  };
  let time = 0;
  const hub = await openHub({
    database: database as unknown as Database,
    callerByToken,
    log,
    now: () => time,
  });
  const authorize = (session: string, { filter = `user_id=eq.${MARIA}`, aal = 'aal1' } = {}) => {
    const [subscription] =
      subscriptionsFor(1, { event: '*', schema: 'public', table: table.name, filter }, [table]) ?? [];
    if (!subscription) throw new Error('the filter is invalid');
    const caller: Caller = {
      role: 'authenticated',
      claims: { role: 'authenticated', sub: personOf(session), session_id: session, aal },
    };
    const token = `token of ${session}`;
    callers.set(token, caller);
    return { caller, token, subscriptions: [subscription] };
  };
  const join = (session: string, { replayMs = 0, ...more }: JoinOptions = {}) => {
    const subscriber = {
      ...authorize(session, more),
      send: vi.fn<Subscriber['send']>(),
      accessEnded: vi.fn(),
      interrupted: vi.fn(),
      missed: vi.fn(),
    };
    hub.add(subscriber, replayMs);
    return subscriber;
  };
  /** A channel that asks for the changes of the last half second. */
  const openChannel = () => {
    const push = vi.fn();
    const filter = { event: '*', schema: 'public', replay_ms: 500 } as const;
    const bindings = [{ id: 1, filter }];
    const channel = createChannel({ topic: 'realtime:a', joinRef: '1', bindings, hub, push, onEnd() {} });
    return { push, subscribe: () => channel.subscribe(authorize('maria phone')) };
  };
  const change = (owner = MARIA) =>
    tell(
      JSON.stringify({
        schema: 'public',
        table: table.name,
        type: 'UPDATE',
        owner,
        at: '2026-03-01',
        ids: ['a'],
      }),
    );
  return {
    join,
    openChannel,
    change,
    /** No read ends before the returned function is called. */
    holdReads: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      readable = promise;
      return resolve;
    },
    readers,
    sessionQueries,
    endAtRead: (id: string) => endedAtRead.add(id),
    expire: (token: string) => callers.delete(token),
    wait: (ms: number) => (time += ms),
  };
}

const personOf = (session: string) => (session.startsWith('maria') ? MARIA : JOHN);
const everyone = { filter: 'user_id=neq.0' };

test('a change is read once for a person, on however many devices and tabs', async () => {
  const { join, change, readers, sessionQueries } = await startHub();
  const devices = ['maria phone', 'maria phone', 'maria laptop', 'maria tablet'].map((one) => join(one));
  change();
  for (const { send } of devices) await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(readers).toHaveLength(1);
  expect(sessionQueries).toHaveLength(1);
});

test('a change is read only for the people it concerns', async () => {
  const { join, change, readers, sessionQueries } = await startHub();
  const other = join('john phone', { filter: `user_id=eq.${JOHN}` });
  const { send } = join('maria phone');
  change();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(readers).toEqual(['maria phone']);
  expect(sessionQueries).toEqual([]);
  expect(other.send).not.toHaveBeenCalled();
});

test('each person reads with their own permissions', async () => {
  const { join, change, readers } = await startHub();
  const both = [join('maria phone', everyone), join('john phone', everyone)];
  change();
  for (const { send } of both) await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(readers.toSorted()).toEqual(['john phone', 'maria phone']);
});

test('a device without the second step does not share what one with it reads', async () => {
  const { join, change, readers } = await startHub({ raised: ['maria phone', 'maria tablet'] });
  const devices = [
    join('maria phone', { aal: 'aal2' }),
    join('maria tablet', { aal: 'aal2' }),
    join('maria laptop', { aal: 'aal2' }),
  ];
  change();
  for (const { send } of devices) await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(readers.toSorted()).toEqual(['maria laptop', 'maria phone']);
});

test('a device that was signed out is closed, and the others get the change', async () => {
  const { join, change, readers } = await startHub({ ended: ['maria phone'] });
  const [phone, laptop] = [join('maria phone'), join('maria laptop')];
  change();
  await vi.waitFor(() => expect(laptop.send).toHaveBeenCalledOnce());
  expect(phone.accessEnded).toHaveBeenCalledOnce();
  expect(phone.send).not.toHaveBeenCalled();
  expect(readers).toEqual(['maria laptop']);
});

test('a device that is signed out just before its read is closed, and the others rejoin', async () => {
  const { join, change, endAtRead } = await startHub();
  const [phone, laptop] = [join('maria phone'), join('maria laptop')];
  endAtRead('maria phone');
  change();
  await vi.waitFor(() => expect(laptop.interrupted).toHaveBeenCalledOnce());
  expect(phone.accessEnded).toHaveBeenCalledOnce();
  expect(laptop.accessEnded).not.toHaveBeenCalled();
});

test('a device whose token is no longer valid is closed, and the others get the change', async () => {
  const { join, change, expire } = await startHub();
  const [phone, laptop] = [join('maria phone'), join('maria laptop')];
  expire(phone.token);
  change();
  await vi.waitFor(() => expect(laptop.send).toHaveBeenCalledOnce());
  expect(phone.accessEnded).toHaveBeenCalledExactlyOnceWith('InvalidJWTToken: Token has expired');
  expect(phone.send).not.toHaveBeenCalled();
});

test('a subscriber may ask for the changes before it joined', async () => {
  const { join, change, wait } = await startHub();
  wait(1_000);
  const early = join('maria laptop');
  change();
  await vi.waitFor(() => expect(early.send).toHaveBeenCalledOnce());
  wait(500);
  const [asks, doesNot] = [join('maria phone', { replayMs: 600 }), join('maria tablet')];
  await vi.waitFor(() => expect(asks.send).toHaveBeenCalledOnce());
  expect(asks.missed).not.toHaveBeenCalled();
  const tooLate = join('maria watch', { replayMs: 400 });
  change();
  await vi.waitFor(() => expect(tooLate.send).toHaveBeenCalledOnce());
  expect(doesNot.send).toHaveBeenCalledOnce();
});

test('past changes are read with the permissions of the subscriber', async () => {
  const { join, change, readers, wait } = await startHub();
  wait(1_000);
  const early = join('maria phone');
  change();
  await vi.waitFor(() => expect(early.send).toHaveBeenCalledOnce());
  const john = join('john phone', { filter: `user_id=eq.${JOHN}`, replayMs: 500 });
  const all = join('john laptop', { ...everyone, replayMs: 500 });
  await vi.waitFor(() => expect(all.send).toHaveBeenCalledOnce());
  expect(readers).toEqual(['maria phone', 'john laptop']);
  expect(john.send).not.toHaveBeenCalled();
});

test('a subscriber learns that changes before it joined are unknown', async () => {
  const { join, wait } = await startHub();
  wait(1_000);
  const { missed, send } = join('maria phone', { replayMs: 5_000 });
  await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce());
  expect(send).not.toHaveBeenCalled();
});

test('a channel that gets a new token while a change is read for the old one must rejoin', async () => {
  const { join, openChannel, change, readers, holdReads } = await startHub();
  const { push, subscribe } = openChannel();
  const other = join('maria phone');
  subscribe();
  const release = holdReads();
  change();
  await vi.waitFor(() => expect(readers).toHaveLength(1));
  subscribe();
  release();
  await vi.waitFor(() => expect(push).toHaveBeenCalledWith('phx_error', expect.anything()));
  expect(other.interrupted).not.toHaveBeenCalled();
});

test('a channel that gets a new token before earlier changes are repeated loads its rows again', async () => {
  const { join, openChannel, change, wait } = await startHub();
  wait(1_000);
  const early = join('maria laptop');
  change();
  await vi.waitFor(() => expect(early.send).toHaveBeenCalledOnce());
  const { push, subscribe } = openChannel();
  subscribe();
  subscribe();
  await vi.waitFor(() =>
    expect(push).toHaveBeenCalledExactlyOnceWith(
      'system',
      expect.objectContaining({ message: CHANGES_MISSED }),
    ),
  );
});
