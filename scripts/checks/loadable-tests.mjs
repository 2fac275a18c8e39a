// Loads every test of the full tier without running one, so that no slice rots unseen. Prints how many tests in how many
// files each slice has, or what can't be loaded.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createVitest } from 'vitest/node';
import { root } from '../setup.mjs';
import { slices, slicesOf } from '../testing/slices.mjs';

const counts = new Map(slices.map(({ name }) => [name, { tests: 0, files: new Set() }]));
const names = slices.map(({ name }) => name).join('|');
const isTagged = new RegExp(`@module-tag (${names})\\b|tags: \\['(${names})'`);
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
  const modules = new Set((await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId));
  const texts = await Promise.all([...modules].map(async (path) => [path, await readFile(path, 'utf8')]));
  for (const [path, text] of texts) {
    const isUntagged = /from 'fast-check'/.test(text) && !/@module-tag [\w-]+/.test(text);
    if (isUntagged) problems.push(`${path} has property tests, but not "@module-tag property".`);
  }
  // `npm test` loads the others.
  const slow = texts.filter(([, text]) => isTagged.test(text)).map(([path]) => path);
  const { testModules, unhandledErrors } = await vitest.collect(slow, { staticParse: false });
  problems.push(...unhandledErrors.map(({ message }) => message));
  for (const module of testModules) {
    const file = module.relativeModuleId;
    problems.push(...module.errors().map(({ message }) => `${file}: ${message}`));
    for (const { tags } of module.children.allTests()) add(module.project.name, tags, file);
  }
  await vitest.close();
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
