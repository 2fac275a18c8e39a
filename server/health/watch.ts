import { dueAlert, isUnconfirmed, type Watched } from '#domain/health/alerts.ts';
import type { Alert, PostAlert } from './alert.ts';
import type { States } from './states.ts';
import type { CheckedLight } from './words.ts';

const EVERY_MS = 3 * 60_000;
/** A change is checked again sooner; see `CONFIRM_MS`. */
const CONFIRM_PAUSE_MS = 65_000;

interface Options {
  /** Reports this server. Resolves with false if another one watches. Rejects without a database. */
  takeTurn(): Promise<boolean>;
  look(): Promise<CheckedLight[]>;
  states: Pick<States, 'record' | 'duePosts' | 'posted'>;
  /** Sends a mail directly, when there is no database to queue it in. */
  mailNow(alert: Alert): Promise<void>;
  post: PostAlert | undefined;
  onError(error: unknown, doing: string): void;
  now?: () => number;
}

export interface Watch {
  /** Runs one round, as the timer does. Never rejects. Resolves with the milliseconds until the next one. */
  round(): Promise<number>;
  start(): void;
  /** Stops; waits for the current round. */
  stop(): Promise<void>;
}

/**
 * Runs the checks every few minutes, on one server at a time. The database's light is different: nothing can be stored
 * in a database that is down, so each server remembers in memory what it has reported.
 */
export function createWatch(options: Options): Watch {
  const { takeTurn, look, states, mailNow, post, onError, now = Date.now } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
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

  const watchDatabase = async (light: CheckedLight): Promise<void> => {
    const isRed = light.state === 'red';
    if (isRed !== database.isRed) Object.assign(database, { isRed, since: new Date(now()) });
    const kind = dueAlert(database, new Date(now()));
    if (kind === undefined) return;
    const { says, todo } = light;
    const alert: Alert = {
      kind,
      light: 'database',
      says: says.english,
      ...(todo && { todo: todo.english }),
    };
    const told = await Promise.all([
      attempt('mailing an alert', () => mailNow(alert)),
      ...(post ? [attempt('posting an alert', () => post(alert, stopping.signal))] : []),
    ]);
    // One channel is enough: a failed one is not retried, so that the other one is not used twice.
    if (told.includes(true)) database.told = isRed;
  };

  const postDue = async (): Promise<void> => {
    if (!post) return;
    for (const alert of await states.duePosts()) {
      const done = await attempt('posting an alert', () => post(alert, stopping.signal));
      // Retried in the next round.
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
      // Without the database, every server watches the database's light.
      if (isMine === false && !database.isRed) return;
      const lights = await look();
      const own = lights.find(({ id }) => id === 'database');
      if (own) await watchDatabase(own);
      if (own?.state === 'red' || !isMine) return;
      waits = await states.record(lights);
      await postDue();
    });
    return waits || isUnconfirmed(database) ? CONFIRM_PAUSE_MS : EVERY_MS;
  };

  const plan = (ms: number) => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      current = round().then(plan);
    }, ms);
    timer.unref();
  };
  return {
    round,
    start: () => {
      // At once, because until then `portal check` would report that no server runs.
      current = attempt('reporting this server', async () => {
        await takeTurn();
      }).then(() => plan(CONFIRM_PAUSE_MS));
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}
