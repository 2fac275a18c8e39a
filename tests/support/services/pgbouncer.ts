import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overTcp } from '../test-database.ts';
import { freePort } from '../waiting.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPgBouncer = existsSync(PROGRAM);

export interface PgBouncer {
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in session mode, with default settings otherwise. */
export async function startPgBouncer(
  database: string,
  account: { uid?: number; gid?: number },
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-pgbouncer-'));
  const url = overTcp(database);
  const port = await freePort();
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  await writeFile(users, `"${url.username}" "${url.password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
pool_mode = session
listen_addr = localhost
listen_port = ${port}
auth_type = md5
auth_file = ${users}
unix_socket_dir =
`,
  );
  for (const path of [folder, settings, users]) {
    if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
  }
  const child = spawn(PROGRAM, [settings], { ...account, cwd: '/', stdio: 'ignore' });
  const ended = once(child, 'exit');
  url.port = String(port);
  url.hostname = 'localhost';
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
