import type { FastifyBaseLogger } from 'fastify';
import { type Caller, type Database, SessionEndedError } from '#server/database/database.ts';
import { type Change, createChangeQueue, parseChange } from './changes.ts';
import type { Interest } from './interests.ts';
import { hearsDeletion, type Rows, readRows } from './reading.ts';

/** A joined channel, as the hub knows it. */
export interface Listener {
  caller: Caller;
  /** The same for listeners whom the database can't tell apart. */
  callerKey: string;
  interests: readonly Interest[];
  /** `ids` are those of the interests that the event answers. */
  tell(event: ChangeEvent, ids: number[]): void;
  /** The session is over: no more of anything. */
  sessionEnded(): void;
  /** It may have missed something and should join anew. */
  interrupted(): void;
}

/** What supabase-js unpacks. */
export interface ChangeEvent {
  schema: string;
  table: string;
  commit_timestamp: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  columns: { name: string; type: string }[];
  record: object;
  old_record: object;
  errors: null;
}

export interface Hub {
  /** How much this person listens to already, on all connections. */
  interestsOf(person: string): number;
  add(listener: Listener): void;
  remove(listener: Listener): void;
  close(): Promise<void>;
}

interface Options {
  database: Database;
  log: FastifyBaseLogger;
}

const CHANNEL = 'nutmeg_changes';

/** Hears what the database tells, and tells each listener what its policies let it see of that. */
export async function openHub({ database, log }: Options): Promise<Hub> {
  const listeners = new Set<Listener>();
  const interrupt = (isConcerned: (listener: Listener) => boolean = () => true) => {
    for (const listener of [...listeners]) if (isConcerned(listener)) listener.interrupted();
  };
  const queue = createChangeQueue({
    deliver: (change) =>
      deliver(database, log, [...listeners], change).catch((error: unknown) => {
        log.error({ err: error }, 'a change could not be told; the listeners join anew');
        interrupt();
      }),
    overflow: (owner) => {
      log.warn("more of somebody's changes than can be told; who listens to them joins anew");
      interrupt(({ interests }) => interests.some(({ owners }) => mayHearOf(owner, owners)));
    },
  });
  const stop = await database.listen(CHANNEL, (payload) => {
    if (payload !== '') {
      const change = parseChange(payload);
      if (change) queue.push(change);
      else log.warn('a notification could not be read');
      return;
    }
    // The connection is new: what was told before it, nobody has heard.
    queue.clear();
    interrupt();
  });
  return {
    interestsOf: (person) =>
      [...listeners].reduce(
        (sum, { caller, interests }) => sum + (caller.claims.sub === person ? interests.length : 0),
        0,
      ),
    add: (listener) => listeners.add(listener),
    remove: (listener) => listeners.delete(listener),
    close: async () => {
      await stop();
      queue.clear();
      await queue.settled();
    },
  };
}

interface Group {
  listeners: Set<Listener>;
  ask: () => Promise<Rows>;
}

/** One question to the database for all who would ask the same. */
async function deliver(
  database: Database,
  log: FastifyBaseLogger,
  listeners: Listener[],
  change: Change,
): Promise<void> {
  const groups = new Map<string, Group>();
  const keyOf = ({ callerKey }: Listener, { readKey }: Interest) =>
    JSON.stringify(isGone(change) ? [callerKey] : [callerKey, readKey]);
  for (const listener of listeners) {
    for (const interest of listener.interests) {
      if (!concerns(change, listener, interest)) continue;
      const key = keyOf(listener, interest);
      const group = groups.get(key) ?? {
        listeners: new Set(),
        ask: () =>
          isGone(change)
            ? hearsDeletion(database, listener.caller, change)
            : readRows(database, listener.caller, interest.read(change.ids)),
      };
      group.listeners.add(listener);
      groups.set(key, group);
    }
  }
  const seen = new Map<string, Rows>();
  const toTell = new Set<Listener>();
  // A few at a time: requests need the connections too.
  const waiting = [...groups];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [key, group] = next;
      const rows = await group.ask().catch((error: unknown) => refused(error, group, log));
      if (!rows || rows.size === 0) continue;
      seen.set(key, rows);
      for (const listener of group.listeners) toTell.add(listener);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  for (const listener of toTell) {
    tellOne(listener, change, (interest) =>
      concerns(change, listener, interest) ? seen.get(keyOf(listener, interest)) : undefined,
    );
  }
}

function refused(error: unknown, { listeners }: Group, log: FastifyBaseLogger): undefined {
  const ended = error instanceof SessionEndedError;
  if (!ended) log.warn({ err: error }, 'a change could not be read for its listeners; they join anew');
  for (const listener of listeners) {
    if (ended) listener.sessionEnded();
    else listener.interrupted();
  }
}

function tellOne(
  listener: Listener,
  change: Change,
  rowsFor: (interest: Interest) => Rows | undefined,
): void {
  for (const id of change.ids) {
    // Wishes for the same columns of the same row are answered by one event.
    const events = new Map<string, { ids: number[]; interest: Interest; record: object }>();
    for (const interest of listener.interests) {
      const record = rowsFor(interest)?.get(id);
      if (!record) continue;
      const key = interest.columns.map(({ name }) => name).join();
      const event = events.get(key) ?? { ids: [], interest, record };
      event.ids.push(interest.id);
      events.set(key, event);
    }
    for (const { ids, interest, record } of events.values()) {
      listener.tell(eventOf(change, interest, record), ids);
    }
  }
}

function eventOf({ schema, table, type, at }: Change, { columns }: Interest, record: object): ChangeEvent {
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

/** Whether it is worth asking. That a row is gone can't be filtered but by whose it was. */
function concerns(change: Change, { caller }: Listener, { table, event, owners }: Interest): boolean {
  if (table.schema !== change.schema || table.name !== change.table) return false;
  if (event !== '*' && event !== (change.type === 'LEFT' ? 'DELETE' : change.type)) return false;
  if (caller.role === 'anon' && isGone(change)) return false;
  if (owners && change.owner !== null) return owners.has(change.owner);
  // Whoever watches everybody's rows sees it at its new place.
  return change.type !== 'LEFT' || caller.claims.sub === change.owner;
}

function mayHearOf(owner: string | null, wanted: ReadonlySet<string> | undefined): boolean {
  return owner === null || wanted === undefined || wanted.has(owner);
}

function isGone({ type }: Change): boolean {
  return type === 'DELETE' || type === 'LEFT';
}
