import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { RunningPortal } from '#server/portal.ts';
import type { Config } from '#server/settings/config.ts';
import { DataDirInUseError, EmbeddedPostgresError, PostgresDownError } from './database/embedded/embedded.ts';
import { MigrationError } from './database/migrations/migrate.ts';
import { startPortal } from './portal.ts';
import { MasterKeyError } from './sealing/master-key.ts';
import { ConfigError, readConfig } from './settings/config.ts';
import { DependencyError } from './settings/startup-errors.ts';
import { listenForInterruption } from './startup/interruption.ts';
import { createLog } from './startup/log.ts';

const { values: options } = parseArgs({
  options: {
    site: { type: 'string' },
    'check-config': { type: 'boolean', default: false },
    /** How often `npm start` has restarted the server. */
    restarts: { type: 'string', default: '0' },
  },
});

/** Exit code for a bug. `npm start` restarts the server. */
const CRASHED = 70;
/** Exit code if something that it needs is not available now. A later start may succeed. */
const UNAVAILABLE = 75;
/** Exit code after a second Ctrl-C. */
const HURRIED = 130;
/** How often the server tells `npm start` that it is alive. */
const ALIVE_MS = 5_000;

/** The process: arguments, signals, exit codes, and printing. `parts.ts` opens what `app.ts` connects. */
async function main(): Promise<void> {
  const config = readConfig();
  if (options['check-config']) {
    return;
  }

  const { stop, hurry } = listenForInterruption();
  const log = openLog(config.logLevel);
  // Also called for unhandled promise rejections.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the server ends: nothing caught this error');
    process.exit(CRASHED);
  });
  const restarts = Number(options.restarts);
  if (restarts > 0) log.warn({ restarts }, 'started again after an unexpected end');
  const portal = await startPortal({
    config,
    log,
    siteFolder: options.site,
    restarts,
    stopping: stop,
  }).catch((error: unknown) => {
    // An error of a start that was stopped on purpose does not matter.
    if (stop.aborted) process.exit(0);
    throw error;
  });
  process.send?.('ready');
  setInterval(() => {
    if (!portal.isDown()) process.send?.('alive');
  }, ALIVE_MS).unref();
  process.stdout.write(readyBlock(config, portal));
  void portal.mailProblem.then((problem) => {
    if (problem !== undefined && !stop.aborted) log.warn(problem);
  });

  if (!stop.aborted) await once(stop, 'abort');
  log.debug({ signal: stop.reason }, 'stopping');
  await portal.stop(hurry);
  process.exit(hurry.aborted ? HURRIED : 0);
}

/** If the output can't be written (a closed pipe, a full disk), lines are lost, but the server continues. */
function openLog(level: string) {
  const destination = pino.destination({ fd: 1, sync: true });
  const ignore = () => undefined;
  destination.on('error', ignore);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore);
  return createLog(level, destination);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(exitCode(error));
});

function exitCode(error: unknown): number {
  const temporary = [DependencyError, PostgresDownError, DataDirInUseError];
  if (temporary.some((one) => error instanceof one)) return UNAVAILABLE;
  return isExplained(error) || error instanceof ConfigError ? 1 : CRASHED;
}

function explained(error: unknown): string {
  if (error instanceof ConfigError) {
    return ['Nutmeg did not start:', ...error.problems.map((p) => `  - ${p}`)].join('\n');
  }
  if (!(error instanceof Error)) return `Nutmeg did not start: ${String(error)}`;
  return `Nutmeg did not start: ${isExplained(error) ? error.message : error.stack}`;
}

/** Errors whose message is for the operator. */
function isExplained(error: unknown): boolean {
  return (
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    error instanceof MasterKeyError
  );
}

/** The message that `npm start` prints when the portal is ready. */
function readyBlock(config: Config, running: RunningPortal): string {
  const mail =
    running.outbox === undefined
      ? 'sent by the email server in SMTP_URL'
      : `written to ${running.outbox} (set SMTP_URL to send it)`;
  const firstSuper =
    running.firstSuperLink === undefined
      ? ''
      : `
    First super  open this link within 24 hours; it works once and is only for you
                 ${running.firstSuperLink}`;
  const sheet =
    running.sheet === undefined
      ? ''
      : `
    Recovery     print ${running.sheet}
                 and confirm it at ${config.siteUrl}/manage/office/recovery: you can't open a backup without it`;
  return `
  Nutmeg is ready

    Address      ${config.port === 0 ? running.address : config.siteUrl}
    Data folder  ${config.dataDir}
    Email        ${mail}${firstSuper}${sheet}

`;
}
