// Runs Vitest and Playwright, and reads their reports.
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { node, root, run } from '../setup.mjs';
import { layerOf } from './times.mjs';

const playwrightStatus = { expected: 'passed', unexpected: 'failed', flaky: 'repeated', skipped: 'skipped' };

/**
 * @typedef {{ name: string, status: 'passed' | 'failed' | 'repeated' | 'skipped', error?: string, reason?: string }} Test
 *   repeated: it failed, then passed; reason: why it was skipped
 * @typedef {{ code: number, tests?: Test[], errors?: { name: string, error: string }[],
 *   files: import('./times.mjs').FileTime[] }} Result
 *   errors: what failed outside of a test; no tests: the runner did not come to its end
 */

/**
 * @param {string[]} args
 * @param {{ folder: string, env: Record<string, string>, selects: (tags: string[]) => boolean }} context
 *   folder: for the report
 * @returns {Promise<Result>}
 */
export async function runVitest(args, { folder, env, selects }) {
  const file = join(folder, 'vitest.json');
  const times = join(folder, 'times.json');
  const { code } = await run(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'scripts/testing/module-times.mjs')}`,
      `--outputFile.json=${file}`,
      ...args,
    ],
    { env: { ...env, MODULE_TIMES: times } },
  );
  const report = await readReport(file);
  const tests = report?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ tags = [] }) => selects(tags))
      .map(({ fullName, status, failureMessages: [error] }) => ({
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
  return { code, tests, errors, files: inLayers((await readReport(times)) ?? []) };
}

/** With paths from the root, and without files of which nothing was run. */
function inLayers(times) {
  return times
    .filter(({ tests }) => tests > 0)
    .map(({ project, path, tests, seconds }) => {
      const name = relative(root, path).split(sep).join('/');
      return { layer: layerOf(project, name), path: name, tests, seconds };
    });
}

function statusOf(status, error) {
  if (status === 'passed' && error !== undefined) return 'repeated';
  return ['passed', 'failed'].includes(status) ? status : 'skipped';
}

/**
 * @param {string[]} args
 * @param {{ folder: string, env: Record<string, string> }} context
 * @returns {Promise<Result>}
 */
export async function runPlaywright(args, { folder, env }) {
  const file = join(folder, 'playwright.json');
  const { code } = await run(
    node,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  const report = await readReport(file);
  return {
    code,
    files: inLayers(report?.suites.map(timeOf) ?? []),
    tests: report?.suites.flatMap((suite) => testsIn(suite)),
    errors: report?.errors.map(({ message, location }) => ({
      name: location ? relative(root, location.file) : 'tests/e2e',
      error: message,
    })),
  };
}

/** The time of a test has its hooks, and those of its file if it was the first. */
function timeOf(suite) {
  const own = specsIn(suite).flatMap(({ tests }) => tests.filter(({ status }) => status !== 'skipped'));
  const results = own.flatMap((test) => test.results);
  return {
    project: 'e2e',
    path: join(root, 'tests/e2e', suite.file),
    tests: own.length,
    seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
  };
}

function specsIn({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
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
