import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { root } from '#tests/support/server/server-process.ts';
import { eventually } from '#tests/support/waiting.ts';
import { portal } from './portal.ts';

/** The first start may have to build the site and unpack PostgreSQL. */
const START_TIMEOUT_MS = 600_000;

const isReady = () =>
  fetch(`${portal.url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/**
 * Starts the portal as `npm start` does, once per run, with an empty data folder and its own PostgreSQL. A portal
 * that already runs at E2E_PORT is used instead, which saves time while writing tests.
 */
export default async function startPortal(): Promise<(() => Promise<void>) | undefined> {
  if (await isReady()) return undefined;
  await mkdir(portal.dataDir, { mode: 0o700 });
  await mkdir(portal.claimsDir);
  let output = '';
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...portal.env },
  });
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));

  const stop = async () => {
    await end(child);
    for (const folder of [portal.dataDir, portal.claimsDir])
      await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
      return isReady();
    }, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
