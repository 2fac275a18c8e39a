// Lists the tests of both tiers, and loads those of the full tier without running one, so that no slice rots unseen.
// Prints how many tests in how many files each slice has, or what can't be loaded.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createVitest } from 'vitest/node';
import { root } from '../setup.mjs';
import { slices, slicesOf } from '../testing/slices.mjs';

const counts = new Map(slices.map(({ name }) => [name, { tests: 0, files: new Set() }]));
/** Files of Vitest with a test that `npm test` leaves out. */
const slow = new Set();
const problems = [];

await Promise.all([loadVitest(), loadPlaywright()]);
if (problems.length > 0) {
  console.log(problems.join('\n'));
  process.exit(1);
}
// Property tests are in the fast tier too, so not all of them are loaded here.
counts.delete('fuzz');
const lines = [...counts].map(([name, { tests, files }]) => `${name} ${tests} in ${files.size}`);
console.log(`Tests of the full tier, in files: ${lines.join(', ')}.`);
process.exit(0);

function add(project, tags, file) {
  for (const { name } of slicesOf(project, tags)) {
    const count = counts.get(name);
    count.tests += 1;
    count.files.add(file);
  }
}

async function loadVitest() {
  const vitest = await createVitest('test', {
    run: true,
    watch: false,
    reporters: [],
    isolate: false,
  });
  // As `vitest list`: parsed, not loaded.
  const listed = await vitest.collect([]);
  report(listed);
  for (const module of listed.testModules) {
    const tags = new Set([...module.children.allTests()].flatMap((test) => test.tags));
    const text = await readFile(module.moduleId, 'utf8');
    if (/from 'fast-check'/.test(text) && tags.size === 0) {
      problems.push(`${module.relativeModuleId} has property tests, but not "@module-tag property".`);
    }
    if ([...tags].some((tag) => tag !== 'property')) slow.add(module.moduleId);
  }
  // `npm test` loads the others.
  const loaded = await vitest.collect([...slow], { staticParse: false });
  report(loaded);
  for (const module of loaded.testModules) {
    for (const { tags } of module.children.allTests())
      add(module.project.name, tags, module.relativeModuleId);
  }
  await vitest.close();
}

function report({ testModules, unhandledErrors }) {
  problems.push(...unhandledErrors.map(({ message }) => message));
  for (const module of testModules) {
    problems.push(...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`));
  }
}

async function loadPlaywright() {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--list', '--reporter=json'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error) => error);
  const { suites, errors } = JSON.parse(stdout);
  problems.push(...errors.map(({ message }) => message));
  for (const { file, tags, tests } of suites.flatMap(specsOf)) {
    for (const { projectName } of tests) add(projectName, tags, file);
  }
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
