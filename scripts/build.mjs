// Builds the site into .build/<hash>, where the hash covers everything that goes into it: the same inputs are
// never built twice, and a half-finished build is never served. Plain JavaScript: it also runs on Node 20.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { shortenRouteManifest } from './assets/route-manifest.mjs';
import { writeServiceWorker } from './assets/service-worker.mjs';
import { writeShareImage } from './assets/share-image.mjs';
import { withLock } from './process/lock.mjs';
import { isOutOfMemory, outOfMemory } from './process/memory.mjs';
import { ensureInstalled, exitCode } from './setup.mjs';

const inputs = [
  'app',
  'domain',
  'contract',
  'scripts/build.mjs',
  'scripts/assets',
  'scripts/fonts',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];
const compressible = /\.(html|js|mjs|css|svg|json|txt|xml|webmanifest|data|ico|wasm|ttf)$/;
const kept = 3;
/** Measured, rounded up. */
const BUILD_GIGABYTES = 1.5;
/** Builds younger than this are kept, because a server or test may still serve them. */
const sparedHours = 24;

/**
 * Makes sure that the site is built for this address and key.
 * @param {{ root: string, siteUrl: string, publishableKey: string, calendarUrl?: string, business?: string,
 *   builds?: string }} options
 *   calendarUrl: an external calendar
 *   business and builds: another office's facts and another folder for what is built, as a test wants them
 * @returns {Promise<string>} the absolute folder; in it client/ (the files to serve) and csp.json
 */
export async function ensureBuild({
  root,
  siteUrl,
  publishableKey,
  calendarUrl = '',
  business = join(root, 'business.json'),
  builds = join(root, '.build'),
}) {
  const wanted = process.env.SERVICE_WORKER !== 'off';
  const facts = await readFile(business, 'utf8');
  const folder = join(builds, await hashInputs(root, [siteUrl, publishableKey, calendarUrl, wanted, facts]));
  if (await isBuilt(folder)) return folder;
  await ensureInstalled({ tools: true });
  try {
    await mkdir(builds, { recursive: true });
    // Another `npm start` in the same clone waits: two builds at once need twice the memory.
    await withLock(
      join(builds, '.lock'),
      async () => {
        if (!(await isBuilt(folder)))
          await build({ root, folder, siteUrl, publishableKey, calendarUrl, business, wanted });
      },
      () => console.log('Waiting for another process that builds the site ...'),
    );
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
    throw new Error(
      `The site is not built for this configuration yet, and ${builds} can't be written to (${error.code}). ` +
        'Run npm start once where it can, with the same settings.',
    );
  }
  await removeOldBuilds(builds, folder);
  return folder;
}

async function isBuilt(folder) {
  if (!(await exists(join(folder, 'csp.json')))) return false;
  // Builds are removed by age; one in use is recent. In a read-only folder none is removed.
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
  return true;
}

async function build({ root, folder, business, wanted, ...settings }) {
  const draft = `${folder}.tmp-${process.pid}-${randomBytes(3).toString('hex')}`;
  try {
    await mkdir(draft, { recursive: true });
    await runBuild(root, draft, { ...settings, business });
    await rm(join(draft, 'server'), { recursive: true, force: true });
    const client = join(draft, 'client');
    await shortenRouteManifest(client);
    await writeShareImage({ root, client, business });
    await writeServiceWorker({ root, client, version: basename(folder), wanted });
    const files = await listFiles(client);
    await letScriptsWait(files);
    await writeFile(
      join(draft, 'csp.json'),
      `${JSON.stringify(await inlineScripts(draft, files), null, 2)}\n`,
    );
    await compress(files);
    await publish(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function hashInputs(root, parameters) {
  const hash = createHash('sha256');
  for (const parameter of parameters) hash.update(`${parameter}\0`);
  for (const input of inputs) {
    for (const file of await listFiles(join(root, input))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(`${relative(root, file).split(sep).join('/')}\0`);
      hash.update(
        createHash('sha256')
          .update(await readFile(file))
          .digest(),
      );
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** All files below a path, sorted. A file returns itself; a missing path returns nothing. */
async function listFiles(path) {
  const info = await stat(path).catch(() => null);
  if (!info) return [];
  if (info.isFile()) return [path];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => listFiles(join(path, name))))).flat();
}

/** The bundler gives each page ten seconds, which is not configurable. A busy machine gets a second attempt. */
const outOfTime = /Prerender: Request failed.*(?:\n.*)?aborted due to timeout/;
const attempts = 3;

async function runBuild(root, buildDirectory, settings) {
  for (let left = attempts; ; left -= 1) {
    const ended = await tryBuild(root, buildDirectory, settings);
    const { code, output } = ended;
    if (code === 0) return;
    if (isOutOfMemory(ended)) throw new Error(outOfMemory('Building the site', BUILD_GIGABYTES));
    if (left > 1 && outOfTime.test(output)) continue;
    // The bundler's stack trace does not help.
    const said = output.split('\n').filter((line) => !/^\s+at .*node_modules/.test(line));
    throw new Error(`The site could not be built.\n\n${said.join('\n').trim()}`);
  }
}

/** The bundler needs the Node that comes with the lockfile, whatever Node runs this script. */
async function tryBuild(root, buildDirectory, { siteUrl, publishableKey, calendarUrl, business }) {
  const bin = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const output = [];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(bin, [cli, 'build'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NO_COLOR: '1',
        NUTMEG_BUILD_DIR: relative(root, buildDirectory),
        NUTMEG_BUSINESS: business,
        SITE_URL: siteUrl,
        PUBLISHABLE_KEY: publishableKey,
        CALENDAR_URL: calendarUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(exitCode(status, signal)));
  });
  return { code, output: Buffer.concat(output).toString('utf8') };
}

/** Prerendered pages are displayed before scripts run: load their style and fonts first. */
async function letScriptsWait(files) {
  const pages = files.filter((file) => file.endsWith('.html') && !file.endsWith('__spa-fallback.html'));
  await Promise.all(
    pages.map(async (file) => {
      const html = await readFile(file, 'utf8');
      await writeFile(
        file,
        html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"'),
      );
    }),
  );
}

/** The content security policy contains the hash of every inline script of a page. */
async function inlineScripts(draft, files) {
  const pages = {};
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(file, 'utf8');
    const sources = new Set();
    for (const [, attributes, body] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
      sources.add(`'sha256-${createHash('sha256').update(body, 'utf8').digest('base64')}'`);
    }
    pages[relative(join(draft, 'client'), file).split(sep).join('/')] = [...sources];
  }
  return pages;
}

async function compress(files) {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const raw = await readFile(file);
        const [small, smaller] = await Promise.all([
          gz(raw, { level: 9 }),
          br(raw, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
          }),
        ]);
        await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
      }),
  );
}

async function publish(draft, folder) {
  try {
    await rename(draft, folder);
  } catch (error) {
    // Two starts built the same site at once; the first one won.
    if (!(await exists(join(folder, 'csp.json')))) throw error;
  }
}

async function removeOldBuilds(builds, current) {
  const entries = await Promise.all(
    (await readdir(builds)).map(async (name) => {
      const path = join(builds, name);
      // Another start may have removed it.
      return { name, path, time: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  const spared = Date.now() - sparedHours * 3600 * 1000;
  const old = entries.filter(({ path, time }) => path !== current && time < spared);
  // Removes the remains of killed builds, and all but the newest builds.
  const drafts = old.filter(({ name }) => name.includes('.tmp-'));
  const finished = entries
    .filter(({ name }) => /^[0-9a-f]{16}$/.test(name))
    .sort((a, b) => b.time - a.time)
    .slice(kept)
    .filter((build) => old.includes(build));
  for (const { path } of [...drafts, ...finished]) await rm(path, { recursive: true, force: true });
}

async function exists(path) {
  return (await stat(path).catch(() => null)) !== null;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  await ensureInstalled();
  try {
    const folder = await ensureBuild({
      root,
      siteUrl: process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`,
      publishableKey: process.env.PUBLISHABLE_KEY ?? 'sb_publishable_nutmeg',
      calendarUrl: process.env.CALENDAR_URL,
    });
    console.log(`Built: ${relative(root, folder)}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
