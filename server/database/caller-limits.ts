import { networkOf, siteOf } from '#server/address.ts';
import type { Caller } from './caller.ts';

/** Of ten connections, some stay free for others, whatever one caller, one network or all visitors do. */
const CALLER_LIMITS = {
  /** How many transactions one person, one network, or all visitors together may have open at once. */
  perCaller: 4,
  perNetwork: 7,
  visitors: 6,
  /** How many more may wait, per network or, without a known network, per person. */
  waiting: 200,
  /** How long one may wait. */
  timeoutMs: 5_000,
};

/** A rate limit or a bound is reached. Each service has its own message for it; all send `Retry-After`. */
export class TooManyRequestsError extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many requests');
    this.seconds = seconds;
  }
}

interface QueuedWork {
  lanes: readonly Lane[];
  start: () => void;
}

/** A group of transactions with a common limit. */
interface Lane {
  name: string;
  limit: number;
}

/**
 * Limits the concurrent transactions of each caller and network, so that none can take all connections. Work over the
 * limit waits in order of arrival and fails with `TooManyRequestsError` after a while. The service key is exempt.
 */
export function createCallerLimiter({ perCaller, perNetwork, visitors, waiting, timeoutMs } = CALLER_LIMITS) {
  const running = new Map<string, number>();
  const queueLengths = new Map<string, number>();
  const queue = new Set<QueuedWork>();

  const lanesOf = ({ role, claims, address }: Caller): Lane[] => {
    if (role === 'service_role') return [];
    // The site around an IPv6 network counts as one more network: one customer may have all of it.
    const networks = address === undefined ? [] : [networkOf(address), siteOf(address)];
    return [
      role === 'anon'
        ? { name: 'visitors', limit: visitors }
        : { name: `caller ${claims.sub}`, limit: perCaller },
      ...networks
        .filter((name) => name !== undefined)
        .map((name) => ({ name: `network ${name}`, limit: perNetwork })),
    ];
  };
  const isFree = (lanes: readonly Lane[]) =>
    lanes.every(({ name, limit }) => (running.get(name) ?? 0) < limit);
  const enter = (lanes: readonly Lane[]) => {
    for (const { name } of lanes) add(running, name, 1);
  };
  const leave = (lanes: readonly Lane[]) => {
    for (const { name } of lanes) add(running, name, -1);
    for (const next of queue) if (isFree(next.lanes)) next.start();
  };
  const wait = (lanes: readonly Lane[]) => {
    const lastLane = lanes.at(-1)?.name ?? '';
    const refusal = () => new TooManyRequestsError(Math.ceil(timeoutMs / 1000));
    if ((queueLengths.get(lastLane) ?? 0) >= waiting) throw refusal();
    return new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(timer);
        queue.delete(queued);
        add(queueLengths, lastLane, -1);
      };
      const timer = setTimeout(() => {
        leaveQueue();
        reject(refusal());
      }, timeoutMs);
      const queued: QueuedWork = {
        lanes,
        start: () => {
          leaveQueue();
          enter(lanes);
          resolve();
        },
      };
      queue.add(queued);
      add(queueLengths, lastLane, 1);
    });
  };

  return async <T>(caller: Caller, work: () => Promise<T>): Promise<T> => {
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
