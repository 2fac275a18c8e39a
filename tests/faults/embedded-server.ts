import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { serverProgram } from '../../scripts/setup.mjs';
import { eventually, freePort, root } from '../support/server/portal.ts';
import { preparedDataDir } from '../support/server/prepared-data-dir.ts';
import { childEnvironment } from '../support/server/server-process.ts';

/** A server with its own embedded PostgreSQL, as `npm start` runs it, for tests that kill its processes. */
export interface EmbeddedServer {
  child: ChildProcess;
  port: number;
  url: string;
  output(): string;
  exited(): Promise<number | null>;
}

/** A data folder, and the servers that a test starts on it. */
export interface Installation {
  dataDir: string;
  start(env?: Record<string, string>): EmbeddedServer;
  /** Starts a server and waits until it is ready. */
  startReady(): Promise<EmbeddedServer>;
  /** The PID of the PostgreSQL that runs on the folder. */
  postmasterPid(): Promise<number>;
  /** The PID of the server that holds the folder; its supervisor has a different one. */
  serverPid(): Promise<number>;
  /** The embedded database's URL for its owner. */
  databaseUrl(): Promise<string>;
  /** Queries the embedded database as its owner. */
  query(sql: string, values?: unknown[]): Promise<unknown[]>;
  /** Kills what still runs and removes the folder. */
  close(): Promise<void>;
}

interface Options {
  /** Node's arguments. By default, the server itself. */
  program?: string[];
  settings?: Record<string, string>;
  /** By default, a folder as the first start leaves it. */
  dataDir?: string;
}

export async function createInstallation({
  program = serverProgram,
  settings = {},
  dataDir: given,
}: Options = {}): Promise<Installation> {
  const dataDir = given ?? (await preparedDataDir());
  const started: EmbeddedServer[] = [];
  const port = await freePort();

  const start = (env: Record<string, string> = {}): EmbeddedServer => {
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: childEnvironment({
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMITS: 'off',
        ...settings,
        ...env,
      }),
      // In a separate process group, as a shell starts it.
      detached: true,
    });
    let printed = '';
    child.stdout?.on('data', (chunk) => (printed += chunk));
    child.stderr?.on('data', (chunk) => (printed += chunk));
    const exit = once(child, 'exit').then(([code]) => code as number | null);
    const server = {
      child,
      port,
      url: `http://127.0.0.1:${port}`,
      output: () => printed,
      exited: () => exit,
    };
    started.push(server);
    return server;
  };
  const postmasterPid = async () => {
    const file = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    return Number(file.split('\n', 1)[0]);
  };
  const serverPid = async () => Number(await readFile(join(dataDir, 'server.pid'), 'utf8'));
  const databaseUrl = async () => {
    const password = await readFile(join(dataDir, 'keys/postgres-owner.password'), 'utf8');
    const databasePort = await readFile(join(dataDir, 'postgres/port'), 'utf8');
    return `postgres://nutmeg:${password}@127.0.0.1:${databasePort.trim()}/nutmeg`;
  };
  return {
    dataDir,
    start,
    postmasterPid,
    serverPid,
    startReady: async () => {
      const server = start();
      await eventually(async () => {
        if (server.child.exitCode !== null) throw new Error(server.output());
        return isReady(server);
        // `npm start` may have to build the site first.
      }, 180_000);
      return server;
    },
    databaseUrl,
    query: async (sql, values) => {
      const client = new pg.Client({ connectionString: await databaseUrl() });
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    close: async () => {
      for (const { child, exited } of started) {
        child.kill('SIGKILL');
        await exited();
      }
      const orphan = await serverPid().catch(() => undefined);
      if (orphan !== undefined && isAlive(orphan)) process.kill(orphan, 'SIGKILL');
      const left = await postmasterPid().catch(() => undefined);
      if (left !== undefined && isAlive(left)) process.kill(left, 'SIGQUIT');
      if (left !== undefined) await eventually(async () => !isAlive(left));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function isReady(server: EmbeddedServer): Promise<boolean> {
  return fetch(`${server.url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Whether a process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Sends SIGKILL to a process and its children. */
export async function killTree(pid: number): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  process.kill(pid, 'SIGKILL');
  for (const child of children.split(' ').map(Number).filter(Boolean)) {
    if (isAlive(child)) process.kill(child, 'SIGKILL');
  }
}
