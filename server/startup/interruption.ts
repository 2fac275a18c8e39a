/** What the signals to this process ask for. */
export interface Interruption {
  /** Stop: answer what has begun, close everything. */
  stop: AbortSignal;
  /** Do not wait any longer for what has begun. */
  hurry: AbortSignal;
}

/** Two presses of Ctrl-C are at least this far apart; npm repeats each one within milliseconds. */
const SECOND_PRESS_MS = 1_000;

interface Source {
  on(event: string, heard: () => void): unknown;
}

/**
 * A signal asks to stop, and repeating it asks for nothing more: npm and `timeout` send each one twice. Only a second
 * Ctrl-C at the keyboard, at least a second after the first, cuts the stop short.
 */
export function listenForInterruption(
  source: Source = process,
  now: () => number = () => performance.now(),
): Interruption {
  const stop = new AbortController();
  const hurry = new AbortController();
  let firstPress: number | undefined;
  // `npm start` holds a channel open; it closes when that process is killed. SIGHUP: the terminal was closed.
  for (const event of ['SIGTERM', 'SIGHUP', 'disconnect']) source.on(event, () => stop.abort(event));
  source.on('SIGINT', () => {
    stop.abort('SIGINT');
    firstPress ??= now();
    if (now() - firstPress >= SECOND_PRESS_MS) hurry.abort();
  });
  return { stop: stop.signal, hurry: hurry.signal };
}
