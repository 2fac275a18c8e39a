// Lists the tests of both tiers, and loads those of the full tier without running one, so that no slice rots unseen.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createVitest } from 'vitest/node';
import { root } from '../setup.mjs';
import { slices, slicesOf } from '../testing/slices.mjs';

/**
 * @typedef {{ project: string, path: string, text: string, tests: string[][] }} TestFile
 *   tests: the tags of each; in Vitest, a test of many cases counts once
 */

/**
 * @returns {Promise<{ files: TestFile[], problems: string[], inSlices: string[] }>}
 *   inSlices: how many tests in how many files each slice has
 */
export async function loadTests() {
  const [vitest, playwright] = await Promise.all([loadVitest(), loadPlaywright()]);
  const counts = new Map(slices.map(({ name }) => [name, { tests: 0, files: new Set() }]));
  for (const { project, path, tests } of [...vitest.slow, ...playwright.files]) {
    for (const { name } of tests.flatMap((tags) => slicesOf(project, tags))) {
      const count = counts.get(name);
      count.tests += 1;
      count.files.add(path);
    }
  }
  // Property tests are in the fast tier too, so not all of them are loaded here.
  counts.delete('fuzz');
  return {
    files: [...vitest.files, ...playwright.files],
    problems: [...vitest.problems, ...playwright.problems],
    inSlices: [...counts].map(([name, { tests, files }]) => `${name} ${tests} in ${files.size}`),
  };
}

async function loadVitest() {
  // Read by vitest.config.ts.
  process.env.COLLECT_ONLY = '1';
  const vitest = await createVitest('test', { run: true, watch: false, reporters: [], isolate: false });
  // As `vitest list`: parsed, not loaded.
  const listed = await vitest.collect([]);
  const problems = problemsOf(listed);
  const files = await Promise.all(
    listed.testModules.map(async (module) => {
      const text = await readFile(module.moduleId, 'utf8');
      return { ...testsOf(module), text, id: module.moduleId };
    }),
  );
  const slow = new Set();
  for (const { path, text, tests, id } of files) {
    const tags = tests.flat();
    if (/from 'fast-check'/.test(text) && tags.length === 0) {
      problems.push(`${path} has property tests, but not "@module-tag property".`);
    }
    if (tags.some((tag) => tag !== 'property')) slow.add(id);
  }
  // `npm test` loads the others.
  const loaded = await vitest.collect([...slow], { staticParse: false });
  problems.push(...problemsOf(loaded));
  await vitest.close();
  return { files, slow: loaded.testModules.map(testsOf), problems };
}

function testsOf(module) {
  const tests = [...module.children.allTests()].map(({ tags }) => tags);
  return { project: module.project.name, path: module.relativeModuleId, tests };
}

function problemsOf({ testModules, unhandledErrors }) {
  const ofModules = testModules.flatMap((module) =>
    module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
  );
  return [...unhandledErrors.map(({ message }) => message), ...ofModules];
}

async function loadPlaywright() {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--list', '--reporter=json'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error) => error);
  const { suites, errors } = JSON.parse(stdout);
  const specs = suites
    .flatMap(specsOf)
    .flatMap(({ file, tags, tests }) => tests.map(({ projectName }) => ({ file, tags, projectName })));
  const groups = Object.values(Object.groupBy(specs, ({ file, projectName }) => `${projectName} ${file}`));
  const files = await Promise.all(
    groups.map(async (group) => {
      const path = `tests/e2e/${group[0].file}`;
      return {
        project: group[0].projectName,
        path,
        text: await readFile(join(root, path), 'utf8'),
        tests: group.map(({ tags }) => tags),
      };
    }),
  );
  return { files, problems: errors.map(({ message }) => message) };
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
