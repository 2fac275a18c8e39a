/** Presses of Ctrl-C are at least this far apart; npm repeats each one within milliseconds. */
const SECOND_PRESS_MS = 1_000;

interface Source {
  on(event: string, heard: () => void): unknown;
}

/** A signal requests a stop; npm and `timeout` send it twice. A second Ctrl-C, a second later, skips the wait. */
export function listenForInterruption(source: Source = process, now: () => number = () => performance.now()) {
  /** Stop: finish current requests and close everything. */
  const stop = new AbortController();
  /** Don't wait for current requests. */
  const hurry = new AbortController();
  let firstPress: number | undefined;
  // `npm start` keeps a channel open, which closes when that process is killed. SIGHUP: the terminal was closed.
  for (const event of ['SIGTERM', 'SIGHUP', 'disconnect']) source.on(event, () => stop.abort(event));
  source.on('SIGINT', () => {
    stop.abort('SIGINT');
    firstPress ??= now();
    if (now() - firstPress >= SECOND_PRESS_MS) hurry.abort();
  });
  return { stop: stop.signal, hurry: hurry.signal };
}
