import { dueAlert, isUnconfirmed, type Watched } from '#domain/health/alerts.ts';
import type { Light } from '#domain/health/lights.ts';
import type { Alert, PostAlert } from './alert.ts';
import type { States } from './states.ts';

const EVERY_MS = 3 * 60_000;
/** A change is looked at again sooner; see `CONFIRM_MS`. */
const AGAIN_MS = 65_000;

interface Options {
  /** Reports this server; false: another one watches. Rejects without a database. */
  takeTurn(): Promise<boolean>;
  look(): Promise<Light[]>;
  states: Pick<States, 'record' | 'duePosts' | 'posted'>;
  /** Sends a mail past the queue: for when there is no database to queue it in. */
  mailNow(alert: Alert): Promise<void>;
  post: PostAlert | undefined;
  onError(error: unknown, doing: string): void;
  now?: () => number;
}

export interface Watch {
  /** One round, as the timer makes it. Never rejects. Returns the milliseconds until the next one. */
  round(): Promise<number>;
  start(): void;
  /** No further round; waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Looks every few minutes, on one server at a time. The database's own light is different: nothing can be kept in a
 * database that is down, so each server remembers in memory what it has told of it.
 */
export function createWatch(options: Options): Watch {
  const { takeTurn, look, states, mailNow, post, onError, now = Date.now } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  const database: Watched = { isRed: false, since: new Date(0), told: false };

  const attempt = async (doing: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) onError(error, doing);
      return false;
    }
  };

  const watchDatabase = async (light: Light): Promise<void> => {
    const isRed = light.state === 'red';
    if (isRed !== database.isRed) Object.assign(database, { isRed, since: new Date(now()) });
    const kind = dueAlert(database, new Date(now()));
    if (kind === undefined) return;
    const { says, todo } = light;
    const alert: Alert = { kind, light: 'database', says, ...(todo !== undefined && { todo }) };
    const told = await Promise.all([
      attempt('mailing an alert', () => mailNow(alert)),
      ...(post ? [attempt('posting an alert', () => post(alert, stopping.signal))] : []),
    ]);
    // One way is enough: what has failed is not tried again, so that the other one is not used twice.
    if (told.includes(true)) database.told = isRed;
  };

  const postDue = async (): Promise<void> => {
    if (!post) return;
    for (const alert of await states.duePosts()) {
      const done = await attempt('posting an alert', () => post(alert, stopping.signal));
      // It is tried again in the next round.
      if (!done) return;
      await states.posted(alert);
    }
  };

  const round = async (): Promise<number> => {
    let waits = false;
    await attempt('looking at the lights', async () => {
      const isMine = await takeTurn().catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error, 'reporting this server');
        return undefined;
      });
      // Without an answer the database's own light is this server's to watch too.
      if (isMine === false && !database.isRed) return;
      const lights = await look();
      const own = lights.find(({ id }) => id === 'database');
      if (own) await watchDatabase(own);
      if (own?.state === 'red' || !isMine) return;
      waits = await states.record(lights);
      await postDue();
    });
    return waits || isUnconfirmed(database) ? AGAIN_MS : EVERY_MS;
  };

  const plan = (ms: number) => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = round().then(plan);
    }, ms);
    timer.unref();
  };
  return {
    round,
    start: () => {
      // At once: until then `portal check` would say that no server runs.
      underWay = attempt('reporting this server', async () => {
        await takeTurn();
      }).then(() => plan(AGAIN_MS));
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
}
