// What every command needs first: the packages that the lockfile names, and with them the pinned Node.
// Plain JavaScript without dependencies: it runs on Node 20, before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const binaries = join(modules, '.bin');
/** The Node that came with the lockfile; only there after `ensureInstalled`. */
export const node = join(binaries, process.platform === 'win32' ? 'node.exe' : 'node');

/** The environment, with the pinned Node in front of any other. */
export function withPinnedNode(env = process.env) {
  return { ...env, PATH: [binaries, env.PATH].filter(Boolean).join(delimiter) };
}

/** Installs the packages unless the ones that lie here are those of the lockfile. */
export async function ensureInstalled() {
  if (existsSync(node) && (await isInstalled())) return;
  console.log('Installing packages (the first time takes a minute) ...');
  // The Node that runs npm must not be the one that npm is about to replace.
  const folders = process.env.PATH.split(delimiter).filter((folder) => resolve(folder) !== binaries);
  const install = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ...process.env, PATH: folders.join(delimiter) },
    capture: true,
  });
  if (install.code !== 0) fail(`The packages could not be installed.\n\n${install.output.trim()}`);
  if (!existsSync(node)) {
    fail(`No Node for ${process.platform} on ${process.arch} came with the packages.`);
  }
}

/** npm notes what it has installed; whatever the lockfile names must be there, in that version. */
async function isInstalled() {
  const [wanted, found] = await Promise.all(
    [join(root, 'package-lock.json'), join(modules, '.package-lock.json')].map(async (path) =>
      JSON.parse(await readFile(path, 'utf8').catch(() => '{}')),
    ),
  );
  return Object.entries(wanted.packages ?? {}).every(([place, { version, optional, devOptional }]) => {
    const here = found.packages?.[place];
    // Other platforms' packages are named, and stay away.
    return place === '' || (here ? here.version === version : optional || devOptional);
  });
}

/**
 * Runs a program to its end. `capture` keeps its output instead of showing it.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { env = withPinnedNode(), capture = false, cwd = root } = {}) {
  return new Promise((done, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      done({ code: exitCode(code, signal), output: Buffer.concat(output).toString('utf8') }),
    );
  });
}

/**
 * Runs a server in the foreground and ends as it ends. It gets its own process group: Ctrl-C at the terminal
 * reaches every process of the group at once, and the server should hear it once, from here. The channel tells
 * it when this process is gone, so that nothing is left behind.
 */
export function become(program, args, { env = withPinnedNode() } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // The terminal was closed.
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${program}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(exitCode(code, signal)));
  return child;
}

export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 1);
}

/** Ends the command with the words that its user needs. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The configuration as the server reads it, before anything slow begins; what is wrong with it is printed. */
export async function readSettings() {
  const checked = await run(node, ['server/main.ts', '--check-config'], { capture: true });
  if (checked.code !== 0) fail(checked.output.trim());
  return JSON.parse(checked.output);
}
