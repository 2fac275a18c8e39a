// The first step of every command: installs the packages of the lockfile, including the pinned Node. Plain
// JavaScript without dependencies: it runs on Node 20, before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  constants as fileModes,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
} from 'node:fs/promises';
import { constants, homedir, tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './process/lock.mjs';
import { isOutOfMemory, outOfMemory } from './process/memory.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Measured, and rounded up. */
const INSTALL_GIGABYTES = 0.5;
const modules = join(root, 'node_modules');
const binaries = join(modules, '.bin');
/** Present in a release archive (`scripts/release.mjs`), whose site is already built. */
const isRelease = existsSync(join(root, 'release.json'));
/** The Node of the lockfile. Available after `ensureInstalled`. */
export const node = join(binaries, process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Node's arguments for the server (in MB). With Node's own limit for young objects, large requests that are refused one
 * after the other leave so much garbage that the server needs more than 600 MB. On a machine with much memory, Node
 * doesn't collect older objects until they reach a few hundred MB. Here it starts at 48, and again when 40 % more is in use.
 */
export const serverProgram = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=48',
  '--heap-growing-percent=40',
  'server/main.ts',
];

/**
 * The server's environment. By default, glibc keeps freed buffers of 256 KB, of which each file in transit has several:
 * memory would grow to more than 250 MB. Other systems ignore this.
 */
export const serverEnvironment = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

/**
 * The environment, with the pinned Node first in PATH. Node keeps compiled modules, without which a start takes half a
 * second longer. If it can't write there, it does without.
 * @returns {NodeJS.ProcessEnv}
 */
export function withPinnedNode() {
  return {
    NODE_COMPILE_CACHE: join(root, '.build/compiled'),
    ...process.env,
    PATH: [binaries, process.env.PATH].filter(Boolean).join(delimiter),
  };
}

/**
 * Installs the packages unless those of the lockfile are here already. A release needs its tools only to build the
 * site for other settings than it was built for: `tools` asks for them.
 */
export async function ensureInstalled({ tools = !isRelease } = {}) {
  if (await isInstalled(tools)) return;
  // A second `npm start` in the same clone waits for the first.
  await withLock(
    join(root, '.install.lock'),
    async () => {
      if (!(await isInstalled(tools))) await install(tools);
    },
    () => console.log('Waiting for another process that installs the packages ...'),
  ).catch((error) => fail(`The packages could not be installed in ${root}.\n\n${error.message}`));
}

async function install(tools) {
  console.log('Installing packages (the first time takes a minute) ...');
  // The Node that runs npm must not be the one that npm is about to replace.
  const folders = process.env.PATH.split(delimiter).filter((folder) => resolve(folder) !== binaries);
  const cache = await cacheElsewhere();
  // No package needs its install script, so none runs, regardless of npm's `allowScripts`.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!tools) options.push('--omit=dev');
  const ended = await run('npm', ['ci', ...options, ...(cache ? ['--cache', cache] : [])], {
    env: { ...process.env, PATH: folders.join(delimiter) },
    capture: true,
  });
  if (cache) await rm(cache, { recursive: true, force: true });
  if (isOutOfMemory(ended)) throw new Error(outOfMemory('Installing', INSTALL_GIGABYTES));
  if (ended.code !== 0) throw new Error(ended.output.trim());
  await linkNode();
  if (!existsSync(node))
    throw new Error(`No Node for ${process.platform} on ${process.arch} came with them.`);
  // Links that an npm package can't carry. If there is no PostgreSQL for this platform, the start says so.
  await run(node, ['server/database/embedded/libraries.ts'], { capture: true });
}

/** npm 10 removes the link when it drops the other platforms' packages, which bring a link of the same name. */
async function linkNode() {
  // On Windows, npm writes a small program instead of a link.
  if (existsSync(node) || process.platform === 'win32') return;
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(optionalDependencies)) {
    const manifest = await readFile(join(modules, name, 'package.json'), 'utf8').catch(() => undefined);
    const { bin } = JSON.parse(manifest ?? '{}');
    if (!bin?.node) continue;
    const program = join(modules, name, bin.node);
    await mkdir(binaries, { recursive: true });
    await chmod(program, 0o755);
    return symlink(relative(binaries, program), node);
  }
}

/** npm keeps a cache in the home folder. If that is not writable, npm gets a temporary folder. */
async function cacheElsewhere() {
  const cache = process.env.npm_config_cache || join(homedir(), '.npm');
  if (process.platform === 'win32' && !process.env.npm_config_cache) return undefined;
  try {
    await mkdir(cache, { recursive: true });
    await access(cache, fileModes.W_OK);
    return undefined;
  } catch {
    return mkdtemp(join(tmpdir(), 'nutmeg-npm-'));
  }
}

/** npm records what it has installed. Every package of the lockfile must be there in its version. */
async function isInstalled(tools) {
  if (!existsSync(node)) return false;
  const [wanted, found] = await Promise.all(
    [join(root, 'package-lock.json'), join(modules, '.package-lock.json')].map(async (path) =>
      JSON.parse(await readFile(path, 'utf8').catch(() => '{}')),
    ),
  );
  return Object.entries(wanted.packages ?? {}).every(([place, { version, dev, optional, devOptional }]) => {
    const here = found.packages?.[place];
    // Packages for other platforms are listed but not installed.
    return place === '' || (here ? here.version === version : optional || devOptional || (dev && !tools));
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

export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 1);
}

/**
 * Exits with a message for the user.
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Checks the configuration like the server, before slow steps. Prints its problems. */
export async function checkSettings() {
  const checked = await run(node, ['server/main.ts', '--check-config'], { capture: true });
  if (checked.code !== 0) fail(checked.output.trim());
}
