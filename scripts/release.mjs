// `npm run release`: the checks, the hashes of the migrations, one archive, and the tag. CONTRIBUTING.md has the
// steps. The archive contains the built site. `--dry-run`
// writes the archive of the working tree and leaves git alone; `--out <folder>` says where to.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ensureBuild } from './build.mjs';
import { readMigrations, withRelease } from './checks/frozen.mjs';
import { namesBelow } from './process/files.mjs';
import { ensureInstalled, fail, node, root, run } from './setup.mjs';
import { tar } from './tar.mjs';
import { passedOn } from './testing/passed.mjs';
import { slices } from './testing/slices.mjs';

const RELEASED = 'database/released.json';
/** Files needed only for development. */
const LEFT_OUT =
  /^(tests|\.ci)\/|\.test\.tsx?$|^(\.dependency-cruiser\.mjs|\.gitignore|biome\.json|knip\.json|(playwright|vitest)\.config\.ts)$/;

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, 'release') },
  },
});

await ensureInstalled();
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const tag = `v${version}`;
if (options['dry-run']) await archive();
else {
  await refuseUnready();
  await freeze();
  await archive();
  await git('tag', '--annotate', tag, '--message', `Nutmeg ${version}`);
  console.log(`Tagged ${tag}. Push it with: git push origin HEAD ${tag}`);
}

async function refuseUnready() {
  if ((await git('status', '--porcelain')) !== '') fail('There are changes that are not committed.');
  if ((await git('tag', '--list', tag)) !== '') fail(`${tag} exists. Set a new version in package.json.`);
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  if (lock.version !== version || lock.packages[''].version !== version) {
    fail(`package-lock.json has version ${lock.version}, package.json ${version}. Use npm version.`);
  }
  const changes = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changes.includes(`\n## [${version}] - `))
    fail(`CHANGELOG.md has no section "## [${version}] - <day>".`);
  const passed = await passedOn(await git('rev-parse', 'HEAD'));
  const missing = slices.map(({ name }) => name).filter((name) => !passed.includes(name));
  if (missing.length > 0) {
    fail(
      `On this commit these slices of the tests have not passed: ${missing.join(', ')}. Run npm run test:full.`,
    );
  }
  const { code } = await run(node, ['scripts/check.mjs']);
  if (code !== 0) process.exit(code);
}

/** From here on the migrations of this release never change. */
async function freeze() {
  const path = join(root, RELEASED);
  const released = JSON.parse(await readFile(path, 'utf8'));
  if (Object.hasOwn(released, version)) return;
  const next = withRelease(released, version, await readMigrations(join(root, 'database/migrations')));
  await writeFile(path, `${JSON.stringify(next, null, 2)}\n`);
  await git('add', RELEASED);
  await git('commit', '--quiet', '--message', `release: ${version}`);
}

async function archive() {
  const site = await ensureBuild({ root });
  const [commit, seconds] = (await git('log', '-1', '--format=%H %ct')).split(' ');
  const folder = `nutmeg-${version}`;
  // The marker that tells `scripts/setup.mjs` that the tools are not needed.
  const marker = { path: 'release.json', content: Buffer.from(`${JSON.stringify({ version, commit })}\n`) };
  const files = [...(await trackedFiles()), ...(await filesBelow(site)), marker]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  const bytes = gzipSync(tar(files, Number(seconds)), { level: 9 });
  const name = `${folder}.tar.gz`;
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, name), bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await writeFile(join(options.out, `${name}.sha256`), `${hash}  ${name}\n`);
  console.log(`Wrote ${join(options.out, name)} (${Math.round(bytes.length / 1e5) / 10} MB).`);
}

async function trackedFiles() {
  const listed = await git('ls-files', '--stage', '-z');
  const entries = listed.split('\0').filter(Boolean);
  return Promise.all(
    entries
      .map((entry) => ({ mode: entry.slice(0, 6), path: entry.slice(entry.indexOf('\t') + 1) }))
      .filter(({ path }) => !LEFT_OUT.test(path))
      .map(async ({ mode, path }) => ({
        path,
        content: await readFile(join(root, path)),
        executable: mode === '100755',
      })),
  );
}

function filesBelow(folder) {
  return Promise.all(
    namesBelow(root, relative(root, folder)).map(async (path) => ({
      path,
      content: await readFile(join(root, path)),
    })),
  );
}

async function git(...args) {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}
