import { networkOf, siteOf } from '#server/http/address.ts';
import type { Caller } from './database.ts';

export interface CallerLimits {
  /** Transactions at once: of one person, of one network, of all visitors together. */
  perCaller: number;
  perNetwork: number;
  visitors: number;
  /** Of one network or, if none is known, of one person: this many may wait for their turn... */
  waiting: number;
  /** ...for this long, in milliseconds. */
  patienceMs: number;
}

/** A caller, or its network, has too many transactions going on already. */
export class TooManyTransactionsError extends Error {
  /** When to try again. */
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many statements at once');
    this.seconds = seconds;
  }
}

export type CallerLimiter = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  lanes: readonly Lane[];
  go: () => void;
}

interface Lane {
  name: string;
  room: number;
}

/**
 * Starts callers' transactions so that no caller and no network can take all connections: those over the limit wait a
 * little, in order of arrival, and are then refused with `TooManyTransactionsError`. Holders of the service's key do not
 * wait.
 */
export function createCallerLimiter({
  perCaller,
  perNetwork,
  visitors,
  waiting,
  patienceMs,
}: CallerLimits): CallerLimiter {
  const running = new Map<string, number>();
  const queued = new Map<string, number>();
  const line = new Set<Waiting>();

  const lanesOf = ({ role, claims, address }: Caller): Lane[] => {
    if (role === 'service_role') return [];
    // The site around an IPv6 network counts as one more network: one customer may have all of it.
    const networks = address === undefined ? [] : [networkOf(address), siteOf(address)];
    return [
      role === 'anon'
        ? { name: 'visitors', room: visitors }
        : { name: `caller ${claims.sub}`, room: perCaller },
      ...networks
        .filter((name) => name !== undefined)
        .map((name) => ({ name: `network ${name}`, room: perNetwork })),
    ];
  };
  const isFree = (lanes: readonly Lane[]) => lanes.every(({ name, room }) => (running.get(name) ?? 0) < room);
  const enter = (lanes: readonly Lane[]) => {
    for (const { name } of lanes) add(running, name, 1);
  };
  const leave = (lanes: readonly Lane[]) => {
    for (const { name } of lanes) add(running, name, -1);
    for (const next of line) if (isFree(next.lanes)) next.go();
  };
  const wait = (lanes: readonly Lane[]) => {
    const queue = lanes.at(-1)?.name ?? '';
    if ((queued.get(queue) ?? 0) >= waiting) throw new TooManyTransactionsError(Math.ceil(patienceMs / 1000));
    return new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        line.delete(one);
        add(queued, queue, -1);
      };
      const timer = setTimeout(() => {
        stop();
        reject(new TooManyTransactionsError(Math.ceil(patienceMs / 1000)));
      }, patienceMs);
      const one: Waiting = {
        lanes,
        go: () => {
          stop();
          enter(lanes);
          resolve();
        },
      };
      line.add(one);
      add(queued, queue, 1);
    });
  };

  return async (caller, work) => {
    const lanes = lanesOf(caller);
    if (isFree(lanes)) enter(lanes);
    else await wait(lanes);
    try {
      return await work();
    } finally {
      leave(lanes);
    }
  };
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
