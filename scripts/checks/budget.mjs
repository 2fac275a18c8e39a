// `npm run check` runs this: how many tests of each kind the fast tier has, and that they are no more than
// tests/budget.json allows. `node scripts/checks/budget.mjs --set` writes the present numbers there.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';
import { isFast } from '../testing/slices.mjs';

const BUDGET = 'tests/budget.json';
const EVERY_ROUTE = 'tests/e2e/every-route.test.ts';
/** The share by which a count may be below its number before the check says so. */
const SLACK = 0.05;
/** Tests that cost at most 0.3 seconds each. A new one needs no decision until many have come. */
const CHEAP = new Set(['component tests', 'unit tests', 'permission rows', 'contract tests', 'site tests']);

/** @typedef {Record<string, number>} Counts */

/**
 * @param {import('./loadable-tests.mjs').TestFile[]} files
 * @param {number} permissionRows of the fast tier
 * @returns {Counts}
 */
export function countTests(files, permissionRows) {
  const fast = files
    // The tests of this file have examples.
    .filter(({ path }) => !path.startsWith('scripts/checks/'))
    .filter(({ project }) => !['firefox', 'webkit', 'two-servers', 'hostile-load'].includes(project))
    .map((file) => ({ ...file, tests: file.tests.filter(isFast).length }))
    .filter(({ tests }) => tests > 0);
  const tests = (wanted) => fast.filter(wanted).reduce((sum, file) => sum + file.tests, 0);
  const calls = (pattern) => fast.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  const portals = (wanted) =>
    fast.filter((file) => project(wanted)(file) && /\bstart\w*Portal\(/.test(file.text)).length;
  const isComponent = ({ path }) => /^app\/.*\.test\.tsx$/.test(path);
  return {
    'browser journeys': tests((file) => project('chromium')(file) && file.path !== EVERY_ROUTE),
    'route checks': tests(({ path }) => path === EVERY_ROUTE),
    'browser files with their own portal': portals('chromium'),
    'contract files with their own portal': portals('contract'),
    'calls of axe': calls(/\baxeFindings\(/g),
    'spawned commands': fast.reduce((sum, { text }) => sum + commandsIn(text), 0),
    'property tests': calls(/\bfc\.assert\(/g),
    'component tests': tests(isComponent),
    'unit tests': tests((file) => project('unit', 'sql', 'unit-isolated')(file) && !isComponent(file)),
    'permission rows': permissionRows,
    'contract tests': tests(project('contract')),
    'site tests': tests(project('site')),
  };
}

const project =
  (...names) =>
  (file) =>
    names.includes(file.project);

const COMMAND =
  /\b(?:runCommand|runPortalCommand|spawn|spawnSync|fork|execFile|execFileSync)\(|promisify\(execFile\)|\brun\(\s*(?:process\.execPath|node)\b/g;
const WRAPPER = /^(?:export )?(?:async )?(?:function (\w+)|const (\w+) = )/;

/** The calls that start a process, also by a function of the same file. */
function commandsIn(text) {
  const wrappers = new Set();
  let sum = 0;
  for (const { index } of text.matchAll(COMMAND)) {
    const start = text
      .slice(0, text.indexOf('\n', index))
      .split('\n')
      .findLast((line) => /^[\w@]/.test(line));
    const [, ofFunction, ofConst] = WRAPPER.exec(start ?? '') ?? [];
    const name = ofFunction ?? ofConst;
    if (name) wrappers.add(name);
    else sum += 1;
  }
  for (const name of wrappers) {
    sum += text.match(new RegExp(`(?<!function )\\b${name}\\(`, 'g'))?.length ?? 0;
  }
  return sum;
}

/**
 * @param {Counts} counts
 * @param {Counts} budget
 * @returns {{ problems: string[], hints: string[] }}
 */
export function compareBudget(counts, budget) {
  const names = Object.keys(counts);
  const described = (name) => `${name}: ${counts[name]}, budget ${budget[name]}`;
  return {
    problems: [
      ...names
        .filter((name) => counts[name] > budget[name])
        .map((name) => `${described(name)}. Raise it in ${BUDGET} with a line in the commit that says why.`),
      ...names.filter((name) => !(name in budget)).map((name) => `${BUDGET} lacks “${name}”.`),
      ...Object.keys(budget)
        .filter((name) => !(name in counts))
        .map((name) => `${BUDGET} has “${name}”, which is not counted.`),
    ],
    hints: names
      .filter((name) => counts[name] < Math.min(budget[name] * (1 - SLACK), budget[name] - 1))
      .map((name) => `${described(name)}. Lower it in ${BUDGET}.`),
  };
}

/**
 * @param {Counts} counts
 * @returns {Counts} with room for one more where each costs seconds: a how-to adds one
 */
export function budgetOf(counts) {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [
      name,
      CHEAP.has(name) ? Math.floor(count * (1 + SLACK)) : count + 1,
    ]),
  );
}

async function permissionRows() {
  const [{ table }, { secondFactor }, { byTier }] = await Promise.all(
    ['table.ts', 'table/second-factor.ts', 'tiers.ts'].map(
      (name) => import(pathToFileURL(join(root, 'tests/rls', name)).href),
    ),
  );
  return byTier([...table, ...secondFactor]).fast.length;
}

async function main() {
  // Needs packages; the functions above don't.
  const { loadTests } = await import('./loadable-tests.mjs');
  const { files, problems, inSlices } = await loadTests();
  const counts = countTests(files, await permissionRows());
  const path = join(root, BUDGET);
  if (process.argv.includes('--set')) {
    await writeFile(path, `${JSON.stringify(budgetOf(counts), null, 2)}\n`);
  }
  const compared = compareBudget(counts, JSON.parse(await readFile(path, 'utf8')));
  const all = [...problems, ...compared.problems];
  if (all.length > 0) {
    console.log(all.join('\n'));
    return 1;
  }
  const inFast = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  console.log(`Tests of the fast tier: ${inFast.join(', ')}.`);
  console.log(`Tests of the full tier, in files: ${inSlices.join(', ')}.`);
  for (const hint of compared.hints) console.log(hint);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(await main());
