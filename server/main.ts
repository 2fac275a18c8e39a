import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readBusiness } from './business.ts';
import { ConfigError, readConfig } from './config.ts';
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
    const { siteUrl, publishableKey } = config;
    process.stdout.write(`${JSON.stringify({ siteUrl, publishableKey })}\n`);
    return;
  }

  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'] });
  const portal = await startPortal({ config, business, log, siteFolder: options.site });
  process.stdout.write(readyBlock(config, portal));

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.debug({ signal }, 'stopping');
    await portal.stop();
    process.exit(0);
  };
  process.on('SIGINT', (signal) => void stop(signal));
  process.on('SIGTERM', (signal) => void stop(signal));
  // `npm start` holds a channel open; when it closes, the terminal's side was killed.
  process.on('disconnect', () => void stop('disconnect'));
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
  return `Nutmeg did not start: ${error.message}\n${error.stack ?? ''}`;
}
