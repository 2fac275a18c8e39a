import type { FastifyBaseLogger } from 'fastify';
import { MAX_REPLAY_MS } from '#contract/realtime.ts';
import { type Caller, type Database, SessionEndedError } from '#server/database/database.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import { accessRefusal } from './authorize-join.ts';
import { type Change, createChangeQueue, isGone, parseChange } from './change-queue.ts';
import { findViewers, type Rows, readDeletedIds, readRows } from './read-changes.ts';
import { createRecentChanges, createReplays } from './replay.ts';
import type { Subscription } from './subscriptions.ts';

/** A joined channel. */
export interface Subscriber {
  caller: Caller;
  /** The caller's token or key. Checked again at each change. */
  token: string;
  subscriptions: readonly Subscription[];
  /** `ids`: the subscriptions that the event is for. */
  send(event: ChangeEvent, ids: number[]): void;
  /** The session has ended, or the token or key is no longer valid, so the channel must close. */
  accessEnded(reason: string): void;
  /** Changes may have been missed, so the client must rejoin. */
  interrupted(): void;
  /** Not all changes before the join could be repeated, so the client must load the rows again. */
  missed(): void;
}

interface Options {
  database: Database;
  callerByToken: CallerByToken;
  log: FastifyBaseLogger;
  /** The current time in milliseconds, from a clock that is never set back. */
  now?: () => number;
}

const CHANNEL = 'nutmeg_changes';
const READS_AT_ONCE = 4;

/** Receives change notifications and sends each subscriber the rows that its policies allow. */
export async function openHub(options: Options) {
  const { database, log, now = () => performance.now() } = options;
  const subscribers = new Set<Subscriber>();
  const recent = createRecentChanges({ now, keptMs: MAX_REPLAY_MS });
  const replays = createReplays({
    recent,
    concerns,
    deliver: (change, subscriber) => deliverTo([subscriber], change),
    isJoined: (subscriber) => subscribers.has(subscriber),
    log,
  });
  const deliverTo = async (receivers: Subscriber[], change: Change) => {
    await deliver(options, receivers, change);
    // A newer token may have replaced a subscriber before the rows were read. Its channel ignored them.
    for (const one of receivers) if (!subscribers.has(one) && concerns(change, one)) one.interrupted();
  };
  const interrupt = (isAffected: (subscriber: Subscriber) => boolean = () => true) => {
    for (const subscriber of [...subscribers]) if (isAffected(subscriber)) subscriber.interrupted();
  };
  const queue = createChangeQueue({
    deliver: (change) =>
      deliverTo([...subscribers], change).catch((error: unknown) => {
        log.error({ err: error }, 'a change could not be delivered; the subscribers rejoin');
        interrupt();
      }),
    overflow: (owner) => {
      log.warn('too many changes of one owner; its subscribers rejoin');
      interrupt(({ subscriptions }) => subscriptions.some(({ owners }) => mayMatchOwner(owner, owners)));
    },
  });
  const stop = await database.listen(CHANNEL, (payload) => {
    if (payload === '') {
      // The connection is new, so notifications may have been lost.
      queue.clear();
      recent.restart();
      return interrupt();
    }
    const change = parseChange(payload);
    if (!change) return log.warn('a notification could not be read');
    recent.add(change);
    queue.push(change);
  });

  return {
    /** The number of subscriptions of a user, on all connections. */
    subscriptionCount: (userId: string): number =>
      [...subscribers].reduce(
        (sum, { caller, subscriptions }) => sum + (caller.claims.sub === userId ? subscriptions.length : 0),
        0,
      ),
    /** `replayMs`: also gets the changes of so long before, or learns that it missed some. One may come twice. */
    add: (subscriber: Subscriber, replayMs = 0): void => {
      subscribers.add(subscriber);
      if (replayMs > 0) replays.start(subscriber, replayMs);
    },
    remove: (subscriber: Subscriber): void => void subscribers.delete(subscriber),
    close: async (): Promise<void> => {
      await stop();
      queue.clear();
      await queue.idle();
      await replays.idle();
    },
  };
}

export type Hub = Awaited<ReturnType<typeof openHub>>;

interface Group {
  reader: Caller;
  members: Map<Subscription, Subscriber>;
  read: () => Promise<Rows>;
}

/** Runs one query for all subscribers with the same query and permissions, such as the devices of a person. */
async function deliver(
  { database, callerByToken, log }: Options,
  subscribers: Subscriber[],
  change: Change,
): Promise<void> {
  const concerned = subscribers.filter((subscriber) => concerns(change, subscriber));
  const callers = await checkAccess(callerByToken, concerned, log);
  const viewerOf = await findViewers(database, callers.values());
  const groups = new Map<string, Group>();
  for (const [subscriber, reader] of callers) {
    const viewer = viewerOf(reader);
    if (viewer === undefined) {
      endOrInterrupt(subscriber, new SessionEndedError());
      continue;
    }
    for (const subscription of subscriber.subscriptions) {
      if (!mayMatch(change, subscriber, subscription)) continue;
      const key = JSON.stringify(isGone(change) ? [viewer] : [viewer, subscription.readKey]);
      const group = groups.get(key) ?? {
        reader,
        members: new Map(),
        read: () =>
          isGone(change)
            ? readDeletedIds(database, reader, change)
            : readRows(database, reader, subscription.read(change.ids)),
      };
      group.members.set(subscription, subscriber);
      groups.set(key, group);
    }
  }
  const rowsOf = new Map<Subscription, Rows>();
  const recipients = new Set<Subscriber>();
  // A few at a time, since requests need database connections too.
  await severalAtOnce([...groups.values()], READS_AT_ONCE, async (group) => {
    const rows = await group.read().catch((error: unknown) => handleReadError(error, group, log));
    if (!rows || rows.size === 0) return;
    for (const [subscription, subscriber] of group.members) {
      rowsOf.set(subscription, rows);
      recipients.add(subscriber);
    }
  });
  for (const subscriber of recipients) sendEvents(subscriber, change, rowsOf);
}

/**
 * The callers of the subscribers, by their tokens and keys as they are now: since a channel was joined, its token may have
 * expired, or its key may have been replaced. Closes the channels of those who have no access any more.
 */
async function checkAccess(
  callerByToken: CallerByToken,
  subscribers: Subscriber[],
  log: FastifyBaseLogger,
): Promise<Map<Subscriber, Caller>> {
  const callers = new Map<Subscriber, Caller>();
  for (const subscriber of subscribers) {
    try {
      callers.set(subscriber, await callerByToken(subscriber.token));
    } catch (error) {
      if (accessRefusal(error) === undefined) log.warn({ err: error }, 'a token could not be checked');
      endOrInterrupt(subscriber, error);
    }
  }
  return callers;
}

function handleReadError(error: unknown, { reader, members }: Group, log: FastifyBaseLogger): undefined {
  if (accessRefusal(error) === undefined)
    log.warn({ err: error }, 'a change could not be read for its subscribers; they rejoin');
  for (const subscriber of new Set(members.values())) {
    const isReader = subscriber.caller.claims.session_id === reader.claims.session_id;
    // Of the other devices, only the change is lost.
    endOrInterrupt(subscriber, isReader ? error : undefined);
  }
}

/** Closes the channel if the error ends its holder's access; else the client must rejoin. */
function endOrInterrupt(subscriber: Subscriber, error: unknown): void {
  const refusal = accessRefusal(error);
  if (refusal === undefined) subscriber.interrupted();
  else subscriber.accessEnded(refusal);
}

function sendEvents(subscriber: Subscriber, change: Change, rowsOf: ReadonlyMap<Subscription, Rows>): void {
  for (const id of change.ids) {
    // Subscriptions to the same columns of a row share one event.
    const events = new Map<string, { ids: number[]; subscription: Subscription; record: object }>();
    for (const subscription of subscriber.subscriptions) {
      const record = rowsOf.get(subscription)?.get(id);
      if (!record) continue;
      const key = subscription.columns.map(({ name }) => name).join();
      const event = events.get(key) ?? { ids: [], subscription, record };
      event.ids.push(subscription.id);
      events.set(key, event);
    }
    for (const { ids, subscription, record } of events.values()) {
      subscriber.send(eventOf(change, subscription, record), ids);
    }
  }
}

export type ChangeEvent = ReturnType<typeof eventOf>;

/** The payload format that supabase-js expects. */
function eventOf({ schema, table, type, at }: Change, { columns }: Subscription, record: object) {
  const key = { id: Reflect.get(record, 'id') };
  const gone = type === 'DELETE' || type === 'LEFT';
  return {
    schema,
    table,
    commit_timestamp: new Date(at).toISOString(),
    type: gone ? 'DELETE' : type,
    columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
    record: gone ? {} : record,
    old_record: type === 'INSERT' ? {} : key,
    errors: null,
  };
}

function concerns(change: Change, subscriber: Subscriber): boolean {
  return subscriber.subscriptions.some((subscription) => mayMatch(change, subscriber, subscription));
}

/** Whether the change may match the subscription. Deleted rows can only be filtered by owner. */
function mayMatch(change: Change, { caller }: Subscriber, { table, event, owners }: Subscription): boolean {
  if (table.schema !== change.schema || table.name !== change.table) return false;
  if (event !== '*' && event !== (change.type === 'LEFT' ? 'DELETE' : change.type)) return false;
  if (caller.role === 'anon' && isGone(change)) return false;
  if (owners && change.owner !== null) return owners.has(change.owner);
  // Subscribers who see all rows get an UPDATE for the new owner instead.
  return change.type !== 'LEFT' || caller.claims.sub === change.owner;
}

function mayMatchOwner(owner: string | null, filter: ReadonlySet<string> | undefined): boolean {
  return owner === null || filter === undefined || filter.has(owner);
}
