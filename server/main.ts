import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readBusiness } from './business.ts';
import { ConfigError, readConfig } from './config.ts';
import { EmbeddedPostgresError } from './database/embedded.ts';
import { MigrationError } from './database/migrate.ts';
import { startPortal } from './portal.ts';
import { readyBlock } from './ready-block.ts';

const { values: options } = parseArgs({
  options: { site: { type: 'string' }, 'check-config': { type: 'boolean', default: false } },
});

/** Start, say where, and stay until a signal; every way out has its own exit code and its own words. */
async function main(): Promise<void> {
  const config = readConfig();
  const business = await readBusiness();
  if (options['check-config']) {
    // What the build needs to know, for `scripts/start.mjs`.
    const { siteUrl, publishableKey, calendarUrl } = config;
    process.stdout.write(`${JSON.stringify({ siteUrl, publishableKey, calendarUrl })}\n`);
    return;
  }

  const interrupted = interruption();
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const log = pino({ level: config.logLevel, base: null, serializers: { err: bareError } });
  const portal = await startPortal({ config, business, log, siteFolder: options.site });
  process.stdout.write(readyBlock(config, portal));

  log.debug({ signal: await interrupted }, 'stopping');
  await portal.stop();
  process.exit(0);
}

/** An error as the log has it. The driver's errors carry whole connections and rows with people's data in them. */
function bareError(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}

/** The first signal to stop; also while starting, which is then finished and undone. A second one cuts short. */
function interruption(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = false;
  const hear = (signal: string) => {
    if (heard) process.exit(1);
    heard = true;
    resolve(signal);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  // `npm start` holds a channel open; when it closes, the terminal's side was killed.
  process.on('disconnect', () => resolve('disconnect'));
  return promise;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
});

function explained(error: unknown): string {
  if (error instanceof ConfigError) {
    return [
      'Nutmeg did not start. The configuration has these problems:',
      ...error.problems.map((p) => `  - ${p}`),
    ].join('\n');
  }
  if (!(error instanceof Error)) return `Nutmeg did not start: ${String(error)}`;
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Nutmeg did not start: port ${port} is in use already. Stop what uses it, or set PORT to another.`;
  }
  const expected = error instanceof EmbeddedPostgresError || error instanceof MigrationError;
  return `Nutmeg did not start: ${expected ? error.message : error.stack}`;
}
