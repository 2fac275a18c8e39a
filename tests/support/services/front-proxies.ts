import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../server/server-process.ts';
import { eventually, freePort } from '../waiting.ts';

export interface FrontProxy {
  /** Its public URL, with TLS. */
  url: string;
  stop(): Promise<void>;
}

const CERTIFICATES = join(root, 'tests/support/certificates');
const PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

export function isInstalled(program: string): boolean {
  return spawnSync('which', [program], { env: { PATH } }).status === 0;
}

/** Starts nginx with `deploy/nginx.conf`; only ports, certificate and upstream are replaced. */
export async function startNginx(portal: string): Promise<FrontProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-nginx-'));
  const [plain, secure] = [await freePort(), await freePort()];
  const site = await adapted('deploy/nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`],
    ['server 127.0.0.1:3000;', `server ${new URL(portal).host};`],
    ['/etc/letsencrypt/live/portal.example.com/fullchain.pem', join(CERTIFICATES, 'server.pem')],
    ['/etc/letsencrypt/live/portal.example.com/privkey.pem', join(CERTIFICATES, 'server.key')],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const settings = join(folder, 'nginx.conf');
  await writeFile(
    settings,
    `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temporary.join(' ')}
${site}}`,
  );
  const check = spawnSync('nginx', ['-t', '-c', settings], { env: { PATH }, encoding: 'utf8' });
  if (check.status !== 0) throw new Error(check.stderr);
  return started('nginx', ['-c', settings], { PATH }, secure, folder);
}

/** Starts Caddy with `deploy/Caddyfile`; only ports, certificate and upstream are replaced. */
export async function startCaddy(portal: string): Promise<FrontProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-caddy-'));
  const secure = await freePort();
  const site = await adapted('deploy/Caddyfile', [
    [
      'portal.example.com {',
      `https://127.0.0.1:${secure} {\n\ttls ${CERTIFICATES}/server.pem ${CERTIFICATES}/server.key`,
    ],
    ['127.0.0.1:3000', new URL(portal).host],
  ]);
  const settings = join(folder, 'Caddyfile');
  await writeFile(settings, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const env = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return started('caddy', ['run', '--adapter', 'caddyfile', '--config', settings], env, secure, folder);
}

/** The shipped file with replacements. Each text must occur once. */
async function adapted(path: string, changes: [string, string][]): Promise<string> {
  let text = await readFile(join(root, path), 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`${path} does not have "${from}" once`);
    text = text.replace(from, () => to);
  }
  return text;
}

async function started(
  program: string,
  args: string[],
  env: Record<string, string>,
  port: number,
  folder: string,
): Promise<FrontProxy> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${printed}`);
    return listens(port);
  });
  return {
    url: `https://127.0.0.1:${port}`,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
