import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/waiting.ts';

/** What the tests know about the running portal. */
export interface StartedPortal {
  url: string;
  dataDir: string;
  /** A folder for names that only one test of a run may use. */
  claimsDir: string;
  /** The portal's settings, for command-line calls. */
  env: Record<string, string>;
}

// Chosen by Playwright's main process; the workers inherit its environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= join(tmpdir(), `nutmeg-e2e-${randomBytes(6).toString('hex')}`);

const { E2E_PORT: PORT, E2E_DATA_DIR: DATA_DIR } = process.env;
const url = `http://localhost:${PORT}`;

/** The portal that all tests of a run share. `start-portal.ts` starts it. */
export const portal: StartedPortal = {
  url,
  dataDir: DATA_DIR,
  claimsDir: `${DATA_DIR}-claims`,
  env: { DATA_DIR, PORT, SITE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
};
