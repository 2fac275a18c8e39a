// Reports the state of the service to systemd (sd_notify). Its socket takes datagrams, which Node can't send to a
// local socket without native code, so `systemd-notify` sends them. Without NOTIFY_SOCKET nothing happens.
import { spawn } from 'node:child_process';

/** A server that did not ping for this long counts as hanging. */
const SILENCE_MS = 30_000;

/**
 * @param {Record<string, string | undefined>} env NOTIFY_SOCKET, and WATCHDOG_USEC where the unit has a watchdog
 * @returns {{ ready(): void, alive(): void, gone(): void, stopping(): void }}
 *   ready: the server serves. alive: it still does. gone: it ended, and is started again.
 */
export function createNotifier(env, { silenceMs = SILENCE_MS } = {}) {
  let heardAt;
  let timer;
  const notify = (state) => {
    if (!env.NOTIFY_SOCKET) return;
    const sent = spawn('systemd-notify', [state], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    sent.on('error', (error) => console.error(`systemd-notify: ${error.message}`));
  };
  const period = Number(env.WATCHDOG_USEC) / 1000 / 4;
  if (env.NOTIFY_SOCKET && period > 0) {
    timer = setInterval(() => {
      // No ping is expected between two runs of the server.
      if (heardAt === undefined || performance.now() - heardAt < silenceMs) notify('WATCHDOG=1');
    }, period);
    timer.unref();
  }
  return {
    ready: () => {
      heardAt = performance.now();
      notify('READY=1');
    },
    alive: () => {
      heardAt = performance.now();
    },
    gone: () => {
      heardAt = undefined;
    },
    stopping: () => {
      clearInterval(timer);
      notify('STOPPING=1');
    },
  };
}
