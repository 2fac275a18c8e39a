import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverProgram } from '../../../scripts/setup.mjs';
import { eventually, freePort } from '../waiting.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A server with a data folder and a port, which stay the same after restarts. */
export interface Server {
  url: string;
  dataDir: string;
  /** Its output. */
  output(): string;
  start(): Promise<void>;
  /** Resolves with the exit code, when it has ended; null if it has none. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

export interface ServerProcess extends Server {
  /** For the most recently started process. */
  pid(): number;
  /** Starts it from this source tree; by default the current one. */
  start(tree?: string): Promise<void>;
}

/** The environment of a started program: the settings, and nothing else of this process but what Node needs. */
export function childEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}

export interface ServerOptions {
  /** Read at each start. */
  env: Record<string, string>;
  siteFolder: string | undefined;
}

/** A new data folder, a free port, and the settings that name them. */
export async function prepareFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-portal-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), SITE_URL: url, DATA_DIR: dataDir };
  return { url, dataDir, settings, removeFolder: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The first start unpacks PostgreSQL or makes the tables: minutes on a busy machine. One that ended is noticed at once. */
const START_TIMEOUT_MS = 120_000;

/** Prepares a server. `start` resolves when it is ready. */
export async function prepareServer({ env, siteFolder }: ServerOptions): Promise<ServerProcess> {
  const { url, dataDir, settings, removeFolder } = await prepareFolder();
  const environment = () => ({ ...serverEnvironment, ...childEnvironment({ ...settings, ...env }) });
  let printed = '';
  let child: ChildProcess | undefined;

  const start = async (tree = root) => {
    const site = siteFolder === undefined ? [] : ['--site', siteFolder];
    const started = spawn(process.execPath, [...serverProgram, ...site], { cwd: tree, env: environment() });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    }
    child = started;
    await ready(started, url, () => printed);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child && !hasEnded(child)) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child?.exitCode ?? null;
  };
  const remove = async () => {
    await end('SIGTERM');
    await removeFolder();
  };
  const pid = () => {
    if (child?.pid === undefined) throw new Error('the server was not started');
    return child.pid;
  };
  return { url, dataDir, output: () => printed, pid, start, end, remove };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function ready(child: ChildProcess, url: string, printed: () => string): Promise<void> {
  await eventually(async () => {
    if (hasEnded(child)) throw new Error(`the server ended while starting:\n${printed()}`);
    return fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }, START_TIMEOUT_MS);
}
