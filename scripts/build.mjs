// Builds the site into .build/<hash>, where the hash covers everything that goes into it: the same inputs are
// never built twice, and a half-finished build is never served. Plain JavaScript: it also runs on Node 20.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeShareDesign } from './assets/share-design.mjs';
import { namesBelow } from './process/files.mjs';
import { withLock } from './process/lock.mjs';
import { isOutOfMemory, outOfMemory } from './process/memory.mjs';
import { ensureInstalled, node, run } from './setup.mjs';

const inputs = [
  'app',
  'domain',
  'contract',
  'locales',
  'scripts/build.mjs',
  'scripts/assets',
  'scripts/language',
  'package-lock.json',
  'lingui.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
];
const compressible = /\.(html|js|mjs|css|svg|json|txt|xml|webmanifest|data|ico|wasm|ttf)$/;
/** Written last. */
const COMPLETE = 'share.json';
const kept = 3;
const isTest = /\.test\.tsx?$/;
/** Measured, rounded up. */
const BUILD_GIGABYTES = 1.5;
/** Builds younger than this are kept, because a server or test may still serve them. */
const sparedHours = 24;

/**
 * @typedef {{ root: string, builds?: string, pseudo?: boolean }} Options
 *   builds: another folder for what is built, as a test wants it; pseudo: a separate build, with the texts in other
 *   letters instead of Spanish
 */

/**
 * The site, if it is built already. One build serves any office and any settings.
 * @param {Options} options
 * @returns {Promise<string | undefined>} the absolute folder; in it client/ (the files to serve), server/ (what renders
 *   the pages), and share.json
 */
export async function findBuild(options) {
  const { folder } = buildOf(options);
  return (await isBuilt(folder)) ? folder : undefined;
}

/**
 * Makes sure that the site is built.
 * @param {Options} options
 * @returns {Promise<string>} the absolute folder, as in `findBuild`
 */
export async function ensureBuild(options) {
  const { root, builds, folder, wanted, pseudo } = buildOf(options);
  if (await isBuilt(folder)) return folder;
  await ensureInstalled({ tools: true });
  try {
    await mkdir(builds, { recursive: true });
    // Another `npm start` in the same clone waits: two builds at once need twice the memory.
    await withLock(
      join(builds, '.lock'),
      async () => {
        if (!(await isBuilt(folder))) await build({ root, folder, wanted, pseudo });
      },
      () => console.log('Waiting for another process that builds the site ...'),
    );
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
    throw new Error(
      `The site is not built yet, and ${builds} can't be written to (${error.code}). ` +
        'Run npm start once where it can.',
    );
  }
  await removeOldBuilds(builds, folder);
  return folder;
}

function buildOf({ root, builds = join(root, '.build'), pseudo = process.env.WORDS === 'pseudo' }) {
  const wanted = process.env.SERVICE_WORKER !== 'off';
  const folder = join(builds, hashInputs(root, [wanted, ...(pseudo ? ['pseudo'] : [])]));
  return { root, builds, folder, wanted, pseudo };
}

async function isBuilt(folder) {
  if (!(await exists(join(folder, COMPLETE)))) return false;
  // Builds are removed by age; one in use is recent. In a read-only folder none is removed.
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
  return true;
}

async function build({ root, folder, wanted, pseudo }) {
  const draft = `${folder}.tmp-${process.pid}-${randomBytes(3).toString('hex')}`;
  try {
    await mkdir(draft, { recursive: true });
    await runBuild(root, draft, pseudo);
    await finishBuild(root, draft, [basename(folder), ...(wanted ? [] : ['--no-service-worker'])]);
    await compress(namesBelow(draft, 'client').map((name) => join(draft, name)));
    await writeShareDesign(root, join(draft, COMPLETE));
    await publish(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Without promises: with one for each file, the start would wait ten times as long. */
function hashInputs(root, parameters) {
  const hash = createHash('sha256');
  for (const parameter of parameters) hash.update(`${parameter}\0`);
  const names = inputs.flatMap((input) => namesBelow(root, input)).filter((name) => !isTest.test(name));
  for (const name of names) {
    hash.update(`${name}\0`);
    hash.update(
      createHash('sha256')
        .update(readFileSync(join(root, name)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 16);
}

/** Runs the bundler twice: the first build shows which modules should share a file. */
async function runBuild(root, buildDirectory, pseudo) {
  const plan = join(buildDirectory, 'chunk-plan.json');
  const settings = { NUTMEG_BUILD_DIR: relative(root, buildDirectory), WORDS: pseudo ? 'pseudo' : '' };
  await runNode(root, [join(root, 'scripts/assets/first-build.mjs'), root, plan], settings);
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  await runNode(root, [cli, 'build'], { ...settings, CHUNK_PLAN: plan });
  await rm(plan);
}

async function finishBuild(root, draft, rest) {
  await runNode(root, [join(root, 'scripts/assets/finish-build.mjs'), root, draft, ...rest]);
}

/** Both need the Node that comes with the lockfile, whatever Node runs this script. */
async function runNode(root, args, settings = {}) {
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', ...settings };
  const ended = await run(node, args, { env, capture: true, cwd: root });
  if (ended.code === 0) return;
  if (isOutOfMemory(ended)) throw new Error(outOfMemory('Building the site', BUILD_GIGABYTES));
  // The bundler's stack trace does not help.
  const lines = ended.output.split('\n').filter((line) => !/^\s+at .*node_modules/.test(line));
  throw new Error(`The site could not be built.\n\n${lines.join('\n').trim()}`);
}

/** Of larger files, the best quality saves 2 % more, and takes three times as long. */
const BEST_UP_TO_BYTES = 300_000;

/** Each page loads it. Zopfli makes it 3 % smaller, for browsers behind a proxy that leaves only gzip, but takes seconds. */
const everyPage = /\/site-[^/]+\.js$/;

async function compress(files) {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
  // Not at the top: a release archive, which has a site, has no Zopfli.
  const { default: zopfli } = await import('@gfx/zopfli');
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const raw = await readFile(file);
        const [small, smaller] = await Promise.all([
          everyPage.test(file) ? zopfli.gzipAsync(raw, {}) : gz(raw, { level: 9 }),
          br(raw, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]:
                raw.length > BEST_UP_TO_BYTES && !everyPage.test(file) ? 10 : 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
            },
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
    if (!(await exists(join(folder, COMPLETE)))) throw error;
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
    const folder = await ensureBuild({ root });
    console.log(`Built: ${relative(root, folder)}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
