import { eventually, SECRET_KEY } from '../support/server/portal.ts';
import { prepareServer } from '../support/server/server-process.ts';
import { startExternalPostgres } from '../support/services/external-postgres.ts';
import { startWriters, type Writers } from '../support/writers.ts';
import { createInstallation, isReady, killTree } from './embedded-server.ts';

/** The result of many faults during writes. */
export interface Outcome {
  rounds: number;
  /** How often the server ended unexpectedly. */
  crashes: number;
  /** The number of restarts in `/metrics`; undefined without a supervisor. */
  restarts?: number;
  answered: number;
  lost: string[];
  statuses: Record<string, number>;
  withoutRetryAfter: string[];
  /** The time from a fault to the next successful write, in milliseconds. */
  slowestRecovery: number;
}

/** After several deaths, the next start waits longer. */
const RESTART_MS = 60_000;
const METRICS_TOKEN = 'for-prometheus-only-0123';
const ENV = { SECRET_KEY, METRICS_TOKEN, CAPTCHA: 'off', LOG_LEVEL: 'fatal' };

/** Supervises the server like `npm start`, with a short pause between two starts. */
const SUPERVISED = [
  '--input-type=module',
  '--eval',
  `import { supervise } from './scripts/process/supervise.mjs';
   supervise(process.execPath, ['server/main.ts'], { longestPauseMs: 100 });`,
];

async function runRounds(writers: Writers, rounds: number, fault: (round: number) => Promise<void>) {
  let slowestRecovery = 0;
  for (let round = 0; round < rounds; round += 1) {
    await writers.recovered();
    const began = performance.now();
    await fault(round);
    await writers.recovered();
    slowestRecovery = Math.max(slowestRecovery, Math.round(performance.now() - began));
  }
  await writers.stop();
  const { answered, withoutRetryAfter } = writers;
  const statuses = Object.fromEntries([...writers.statuses].map(([status, n]) => [String(status), n]));
  return {
    rounds,
    answered: answered.size,
    lost: await writers.lost(),
    statuses,
    withoutRetryAfter,
    slowestRecovery,
  };
}

/** Restarts an external PostgreSQL, alternating between the ways to stop it. */
export async function restartExternal(rounds: number): Promise<Outcome> {
  const postgres = await startExternalPostgres();
  const server = await prepareServer({ env: { ...ENV, DATABASE_URL: postgres.url }, siteFolder: undefined });
  try {
    await server.start();
    const writers = startWriters({ url: server.url, secretKey: SECRET_KEY });
    const ways = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
    const outcome = await runRounds(writers, rounds, async (round) =>
      postgres.restart(ways[round % ways.length] ?? 'SIGINT'),
    );
    const crashes = (await server.end('SIGTERM')) === 0 ? 0 : 1;
    return { ...outcome, crashes };
  } finally {
    await server.remove();
    await postgres.stop();
  }
}

/** Kills the embedded PostgreSQL, all its processes, or the server, which is supervised as with `npm start`. */
export async function killEmbedded(rounds: number, target: 'PostgreSQL' | 'the server'): Promise<Outcome> {
  const installation = await createInstallation({ program: SUPERVISED, settings: ENV });
  try {
    const server = await installation.startReady();
    const first = await installation.serverPid();
    const writers = startWriters({ url: server.url, secretKey: SECRET_KEY });
    const outcome = await runRounds(writers, rounds, async (round) => {
      if (target === 'the server') return void process.kill(await installation.serverPid(), 'SIGKILL');
      const postmaster = await installation.postmasterPid();
      if (round % 2 === 0) process.kill(postmaster, 'SIGKILL');
      else await killTree(postmaster);
      // Its processes may still answer a write, which is no recovery.
      await eventually(
        async () => (await installation.postmasterPid().catch(() => postmaster)) !== postmaster,
        RESTART_MS,
      );
    });
    const isSame = (await installation.serverPid()) === first;
    const crashes = (target === 'PostgreSQL' && !isSame) || !(await isReady(server)) ? 1 : 0;
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const restarts = Number(/^nutmeg_restarts_total (\d+)$/m.exec(await metrics.text())?.[1]);
    return { ...outcome, crashes, restarts };
  } finally {
    await installation.close();
  }
}
