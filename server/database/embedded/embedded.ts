import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareWalArchiving } from '../wal-archiving.ts';
import { type Account, chooseAccount } from './account.ts';
import { administratorUrl, ensureCluster, ownerUrl, provision } from './cluster.ts';
import { DataDirInUseError } from './error.ts';
import { findBinaries } from './libraries.ts';
import { lockDataDir } from './lock.ts';
import { changePasswords, currentPasswords, loadPasswords, withPasswords } from './passwords.ts';
import { pidFile, stopLeftover } from './shutdown.ts';
import { type Log, supervise } from './supervision.ts';

export { DataDirInUseError, EmbeddedPostgresError, PostgresDownError } from './error.ts';

interface Options {
  dataDir: string;
  log: Log;
  /** Whether finished WAL files go into the spool (wal-archiving.ts). */
  archive?: boolean;
  /** More PostgreSQL settings, for tests. */
  settings?: Record<string, string>;
  /** Aborts a start. */
  signal?: AbortSignal;
}

const settings: Record<string, string> = {
  // For tools.
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failing statements are logged by our error handlers. Here, they would be logged with personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Starts a PostgreSQL for this process, on the loopback interface. Throws `DataDirInUseError` beside a server. */
export async function startEmbeddedPostgres(options: Options) {
  const dataDir = resolve(options.dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    return await startLocked({ ...options, dataDir }, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

async function startLocked(options: Options, unlock: () => Promise<void>) {
  const { dataDir, log, archive, settings: more, signal } = options;
  const around = join(dataDir, 'postgres');
  const cluster = join(around, 'cluster');
  await mkdir(around, { recursive: true, mode: 0o711 });
  await rm(portFile(dataDir), { force: true });
  const [binaries, passwords] = await Promise.all([findBinaries(), loadPasswords(dataDir)]);
  const account = await chooseAccount({ cluster, around, postgres: binaries.postgres });
  const leftFolder = (await pidFile(cluster))?.[4] ?? '';
  if (await stopLeftover(cluster)) log.info('Stopped the PostgreSQL that an earlier server left running.');
  if (isSocketFolder(leftFolder)) await rm(leftFolder, { recursive: true, force: true });
  await ensureCluster({ binaries, account, cluster, password: passwords.administrator });
  const wal = archive ? await prepareWalArchiving(dataDir, account.owner) : {};
  const socket = await makeSocketFolder(account);
  const removeSocketFolder = async () => {
    if (socket !== undefined) await rm(socket, { recursive: true, force: true });
  };
  const supervised = await supervise({
    log,
    signal,
    binaries,
    account,
    cluster,
    logFile: join(around, 'postgres.log'),
    settings: { ...settings, unix_socket_directories: socket ?? '', ...wal, ...more },
  }).catch(async (error: unknown) => {
    await removeSocketFolder();
    throw error;
  });
  const end = () => supervised.stop().finally(removeSocketFolder);
  const stop = async () => {
    await rm(portFile(dataDir), { force: true });
    await end().finally(unlock);
  };
  try {
    await withPasswords(dataDir, (known) => provision(supervised.port, known));
    await writeFile(portFile(dataDir), `${supervised.port}\n`);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    /**
     * The URL for the owner, with the current password. Read it again for each new connection. Its host is the folder of
     * the Unix socket, which takes less processor time than TCP, or the loopback address where there is none.
     */
    get url() {
      return ownerUrl(supervised.port, currentPasswords(dataDir), socket);
    },
    /** The URL for the administrator, with the current password. For tests and tools, never for serving. */
    get administratorUrl() {
      return administratorUrl(supervised.port, currentPasswords(dataDir));
    },
    /** The owner's current password: `portal keys rotate database` changes it while the server runs. */
    ownerPassword: () => currentPasswords(dataDir).owner,
    downFor: supervised.downFor,
    /** Shuts PostgreSQL down (fast mode). Resolves when it has exited and the folder is free. */
    stop,
  };
}

/** Of a socket's path, in bytes: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_LIMIT = 103;
const socketFolderPrefix = () => join(tmpdir(), 'nutmeg-sql-');

/** Strict, because PostgreSQL's account writes the path, and root removes it. */
function isSocketFolder(path: string): boolean {
  const prefix = socketFolderPrefix();
  return path.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(path.slice(prefix.length));
}

/**
 * A new folder that only PostgreSQL's account, and root, can enter. Outside the data folder, whose path may be too long,
 * and which may be on a file system without sockets. Undefined where there can't be one.
 */
async function makeSocketFolder({ owner }: Account): Promise<string | undefined> {
  const prefix = socketFolderPrefix();
  const longest = join(`${prefix}123456`, '.s.PGSQL.65535');
  if (process.platform === 'win32' || Buffer.byteLength(longest) > SOCKET_PATH_LIMIT) return undefined;
  const made = await mkdtemp(prefix);
  if (owner) await chown(made, owner.uid, owner.gid);
  return made;
}

const STARTING_MS = 15_000;

/** The database of the server that runs on `dataDir`, or one for the caller. `stop` leaves a server's running. */
export async function openEmbeddedPostgres(
  options: Options,
): Promise<Pick<EmbeddedPostgres, 'url' | 'administratorUrl' | 'stop'>> {
  const dataDir = resolve(options.dataDir);
  const deadline = Date.now() + STARTING_MS;
  for (;;) {
    try {
      return await startEmbeddedPostgres({ ...options, dataDir });
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      const port = await runningPort(dataDir);
      if (port) {
        const passwords = await loadPasswords(dataDir);
        return {
          url: ownerUrl(port, passwords),
          administratorUrl: administratorUrl(port, passwords),
          stop: async () => undefined,
        };
      }
      // It is starting or stopping; neither takes long.
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** Changes the passwords of both logins of the embedded database, running or not. */
export async function rotatePasswords(options: Options): Promise<void> {
  const postgres = await openEmbeddedPostgres(options);
  try {
    await changePasswords(resolve(options.dataDir), Number(new URL(postgres.url).port));
  } finally {
    await postgres.stop();
  }
}

function portFile(dataDir: string): string {
  return join(dataDir, 'postgres', 'port');
}

async function runningPort(dataDir: string): Promise<number> {
  return Number(await readFile(portFile(dataDir), 'utf8').catch(() => ''));
}
