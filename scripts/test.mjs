// `npm test`: everything the tests need, then all of them. The last line is the count.
// `npm test -- tests/rls` runs a part.
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { ensureInstalled, node, root, run, withPinnedNode } from './setup.mjs';

await ensureInstalled();
const chromium = await findChromium();
const lacking = await lackingPrograms();

const reports = await mkdtemp(join(tmpdir(), 'nutmeg-test-'));
const reportFile = join(reports, 'report.json');
const { code } = await run(
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(chromium
      ? []
      : ['unit', 'rls', 'contract', 'two-servers', 'faults', 'hostile-load'].map(
          (name) => `--project=${name}`,
        )),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...process.argv.slice(2),
  ],
  {
    env: {
      ...withPinnedNode(),
      CHROMIUM_PATH: chromium ?? '',
      // Hundreds of servers are started: what one has compiled serves the next.
      NODE_COMPILE_CACHE: join(reports, 'compiled'),
    },
  },
);
const report = await readFile(reportFile, 'utf8').then(JSON.parse, () => undefined);
await rm(reports, { recursive: true, force: true });
process.exitCode = summarise(report, code);

/** Says what was left out and why, then the count; returns the exit code. */
function summarise(report, code) {
  if (!report) {
    console.log('The tests did not run to their end.');
    console.log('0 passed, 1 failed');
    return 1;
  }
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ file: relative(root, file.name), ...test })),
  );
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  // A file that could not even be loaded has no tests to count.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const passed = count('passed');
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  let failed = count('failed') + brokenFiles;
  if (code !== 0 && failed === 0) failed = 1;

  console.log();
  if (!chromium) {
    console.log(
      'Skipped: tests/e2e. There is no Chromium: install Chromium or Chrome, or set CHROMIUM_PATH.',
    );
  }
  for (const { file, fullName } of skipped) console.log(`Skipped: ${file}: ${fullName}`);
  if (skipped.length > 0) for (const reason of lacking) console.log(`  ${reason}`);
  console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}

/** A browser of this machine, else one that the system's packages give. */
async function findChromium() {
  const found = await locateChromium();
  if (found || process.platform !== 'linux' || process.getuid?.() !== 0) return found;
  if (!(await findProgram('apt-get'))) return undefined;
  console.log('Installing Chromium for the tests in a browser ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, capture: true });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    env,
    capture: true,
  });
  return locateChromium();
}

async function locateChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const path = await findProgram(name);
    if (path) return path;
  }
  const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return (await isThere(app)) ? app : undefined;
}

/** What the heavier tests need and this machine does not have. */
async function lackingPrograms() {
  const lacking = [];
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  if (versions.length === 0) {
    lacking.push(
      "Two servers on an outside PostgreSQL need Debian's package postgresql, which is not installed.",
    );
  }
  if (!(await findProgram('pgbouncer'))) {
    lacking.push("A pooler in front of PostgreSQL needs Debian's package pgbouncer, which is not installed.");
  }
  const swift = [
    'swift-proxy-server',
    'swift-account-server',
    'swift-container-server',
    'swift-object-server',
  ];
  for (const program of [...swift, 'memcached']) {
    if (await findProgram(program)) continue;
    lacking.push(
      "A real S3 store needs Debian's packages swift-proxy, swift-account, swift-container, swift-object and " +
        `memcached; ${program} is not installed.`,
    );
    break;
  }
  return lacking;
}

async function findProgram(name) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, name);
    if (await isThere(path)) return path;
  }
  return undefined;
}

function isThere(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
