// `npm test`: everything the tests need, then Vitest, then Playwright. The last line is the count of both.
// `npm test -- tests/rls` runs a part; paths below tests/e2e are Playwright's.
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled, node, root, run, withPinnedNode } from './setup.mjs';

const e2eFolder = join(root, 'tests/e2e');
const playwrightStatus = { expected: 'passed', unexpected: 'failed', flaky: 'repeated', skipped: 'skipped' };

await ensureInstalled();
const chromium = await findChromium();
const missing = await missingPrograms();
const reports = await mkdtemp(join(tmpdir(), 'nutmeg-test-'));
const chosen = chooseRunners(process.argv.slice(2));

const results = [];
if (chosen.vitest) results.push(await runVitest(chosen.vitest));
if (chosen.playwright) results.push(await runPlaywright(chosen.playwright));
await rm(reports, { recursive: true, force: true });
process.exitCode = summarize(results);

/** The arguments for each runner; undefined for one that has nothing to do. */
function chooseRunners(args) {
  // `-t` is Vitest's pattern for titles, and `-g` Playwright's.
  const isOption = (arg, i) => arg.startsWith('-') || /^-[tg]$/.test(args[i - 1]);
  const paths = args.filter((arg, i) => !isOption(arg, i));
  const isE2e = (path) => `${resolve(path)}/`.startsWith(`${e2eFolder}/`);
  const [e2e, others] = [paths.filter(isE2e), paths.filter((path) => !isE2e(path))];
  const isProject = (arg) => arg.startsWith('--project=');
  const options = args.filter((arg, i) => isOption(arg, i) && !isProject(arg));
  const projects = args.filter(isProject);
  const browsers = projects.filter((project) => /=(chromium|firefox|webkit)$/.test(project));
  const rest = projects.filter((project) => !browsers.includes(project));
  const wantsBrowsers = projects.length === 0 || browsers.length > 0;
  const wantsVitest = projects.length === 0 || rest.length > 0;
  return {
    vitest:
      wantsVitest && (paths.length === 0 || others.length > 0) ? [...rest, ...options, ...others] : undefined,
    playwright:
      wantsBrowsers && (paths.length === 0 || e2e.length > 0) ? [...browsers, ...options, ...e2e] : undefined,
  };
}

function environment() {
  return {
    ...withPinnedNode(),
    CHROMIUM_PATH: chromium ?? '',
    // Tests start hundreds of servers, so they share a compile cache.
    NODE_COMPILE_CACHE: join(reports, 'compiled'),
  };
}

async function runVitest(args) {
  const file = join(reports, 'vitest.json');
  const { code } = await run(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    { env: environment() },
  );
  const report = await readReport(file);
  const tests = report?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages: [error] }) => ({
      name: `${relative(root, name)}: ${fullName}`,
      status: statusOf(status, error),
      error,
    })),
  );
  // A file that could not be loaded, or whose hook failed, has no failed test to count.
  const errors = report?.testResults
    .filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    )
    .map(({ name, message }) => ({ name: relative(root, name), error: message }));
  return { code, tests, errors };
}

function statusOf(status, error) {
  if (status === 'passed' && error !== undefined) return 'repeated';
  return ['passed', 'failed'].includes(status) ? status : 'skipped';
}

async function runPlaywright(args) {
  const file = join(reports, 'playwright.json');
  const { code } = await run(
    node,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
    { env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  const report = await readReport(file);
  return {
    code,
    tests: report?.suites.flatMap((suite) => testsIn(suite)),
    errors: report?.errors.map(({ message, location }) => ({
      name: location ? relative(root, location.file) : 'tests/e2e',
      error: message,
    })),
  };
}

function testsIn({ file, specs, suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, annotations, results }) => ({
      name: `tests/e2e/${file}: ${title} (${projectName})`,
      status: playwrightStatus[status],
      error: results.find(({ error }) => error)?.error.message,
      // Shared by all tests of a missing browser.
      reason: annotations.find(({ type }) => type === 'skip')?.description,
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsIn(suite))];
}

function readReport(file) {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined);
}

/** Prints what failed, and what was skipped and why, then the count. Returns the exit code. */
function summarize(results) {
  console.log();
  const tests = results.flatMap((result) => result.tests ?? []);
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length;
  const repeated = tests.filter(({ status }) => status === 'repeated');
  const [passed, skipped] = [count('passed') + repeated.length, count('skipped')];
  let failed = count('failed');
  for (const { tests, errors } of results) {
    if (!tests) console.log('The tests did not run to their end.');
    failed += tests ? errors.length : 1;
  }
  if (failed === 0 && results.some(({ code }) => code !== 0)) {
    console.log(
      'No test failed, but a runner did: it caught an error outside of the tests. See its output above.',
    );
    failed = 1;
  }

  for (const test of repeated) console.log(`Failed, then passed when repeated: ${describe(test)}`);
  const failures = [
    ...tests.filter(({ status }) => status === 'failed'),
    ...results.flatMap(({ errors }) => errors ?? []),
  ];
  for (const failure of failures) console.log(`Failed: ${describe(failure)}`);
  // Not Map.groupBy: this also runs on Node 20.
  const reasons = new Map();
  for (const test of tests.filter(({ status }) => status === 'skipped')) {
    reasons.set(test.reason, [...(reasons.get(test.reason) ?? []), test]);
  }
  for (const [reason, group] of reasons) {
    if (reason) console.log(`Skipped: ${group.length} tests: ${reason}`);
    else for (const { name } of group) console.log(`Skipped: ${name}`);
  }
  if (reasons.has(undefined)) for (const reason of missing) console.log(`  ${reason}`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}

/** The name, and the first line of the error, without colors. */
function describe({ name, error }) {
  const [line] = stripVTControlCharacters(error ?? '').split('\n');
  return `${name}: ${line.slice(0, 200)}`;
}

/** Chromium, installed from Debian's packages if it is missing and that is possible. */
async function findChromium() {
  const found = await locateChromium();
  if (found || process.platform !== 'linux' || process.getuid?.() !== 0) return found;
  if (!(await findProgram('apt-get'))) return undefined;
  console.log('Installing Chromium for the tests in a browser ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, capture: true });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
    env,
    capture: true,
  });
  return locateChromium();
}

async function locateChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = [
    // The same engine without its window: the tests take two thirds of the time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  for (const name of names) {
    const path = await findProgram(name);
    if (path) return path;
  }
  const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return (await isThere(app)) ? app : undefined;
}

/** Why the heavier tests are skipped on this machine. */
async function missingPrograms() {
  const missing = [];
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  if (versions.length === 0) {
    missing.push(
      "Two servers on an outside PostgreSQL need Debian's package postgresql, which is not installed.",
    );
  }
  if (!(await findProgram('pgbouncer'))) {
    missing.push("A pooler in front of PostgreSQL needs Debian's package pgbouncer, which is not installed.");
  }
  const swift = [
    'swift-proxy-server',
    'swift-account-server',
    'swift-container-server',
    'swift-object-server',
  ];
  for (const program of [...swift, 'memcached']) {
    if (await findProgram(program)) continue;
    missing.push(
      "A real S3 store needs Debian's packages swift-proxy, swift-account, swift-container, swift-object and " +
        `memcached; ${program} is not installed.`,
    );
    break;
  }
  return missing;
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
