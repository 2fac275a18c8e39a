// Keeps the server running: what `npm start` does once everything is installed and built.
// Plain JavaScript without dependencies, like its caller.
import { spawn } from 'node:child_process';
import { exitCode, root, withPinnedNode } from '../setup.mjs';
import { createNotifier } from './notify.mjs';

/** Exit codes of server/main.ts after which a restart would fail the same way. */
const REFUSED = 1;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After a run this long, the next failure probably has another cause, and the pauses start over. */
const STEADY_MS = 60_000;

/**
 * Whether the server should be started again after it has ended.
 * @param {{ code: number | null, signal: string | null, wanted: boolean, wasReady: boolean }} end
 *   wanted: the stop was requested. wasReady: this process, or an earlier one, had started to serve.
 */
export function shouldRestart({ code, signal, wanted, wasReady }) {
  if (wanted || code === 0 || code === REFUSED) return false;
  // If it never started, the person at the terminal has to act; if it was killed, it was not at fault itself.
  return wasReady || signal !== null;
}

/** Milliseconds before the next start, after this many unexpected ends in a row. */
export function pauseBefore(failures) {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/**
 * Runs the server in the foreground, starts it again when it ends unexpectedly, and exits with its result. The server
 * gets its own process group: Ctrl-C at the terminal reaches every process of the group at once, and the server should
 * get it once, from here. The channel tells it when this process is gone, so that nothing is left behind.
 * Under systemd it says when the server serves, and that it is alive. `longestPauseMs` bounds the pause before a start.
 */
export function supervise(program, args, { env = withPinnedNode(), longestPauseMs = LONGEST_PAUSE_MS } = {}) {
  let child;
  let timer;
  let wanted = false;
  let wasReady = false;
  let restarts = 0;
  let failures = 0;
  const systemd = createNotifier(env);

  const start = () => {
    const startedAt = performance.now();
    child = spawn(program, [...args, '--restarts', String(restarts)], {
      cwd: root,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    child.on('message', (message) => {
      if (message === 'ready') {
        wasReady = true;
        systemd.ready();
      }
      if (message === 'alive') systemd.alive();
    });
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      process.exit(1);
    });
    child.on('exit', (code, signal) => {
      child = undefined;
      systemd.gone();
      if (!shouldRestart({ code, signal, wanted, wasReady })) process.exit(exitCode(code, signal));
      failures = performance.now() - startedAt >= STEADY_MS ? 1 : failures + 1;
      restarts += 1;
      const pause = Math.min(pauseBefore(failures), longestPauseMs);
      console.error(
        `Nutmeg ended unexpectedly (${signal ?? `code ${code}`}). It is started again in ${pause / 1000} s.`,
      );
      timer = setTimeout(start, pause);
    });
  };
  const stop = (signal) => {
    wanted = true;
    systemd.stopping();
    clearTimeout(timer);
    if (child) child.kill(signal);
    else process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  // The terminal was closed.
  process.on('SIGHUP', () => stop('SIGTERM'));
  start();
}
