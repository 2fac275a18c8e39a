// `npm test`: the fast tier, by Vitest, then Playwright. `npm test -- tests/rls` runs a part; paths below tests/e2e are
// Playwright's.
// `npm run test:full`: all slices, one after the other; `npm run test:full -- faults-backup looks` runs some, and
// `npm run test:full -- tests/faults/mail.test.ts` the tests of both tiers at a path.
// At the end: minutes by layer, the slowest files, and as the last line the count of all.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalled, fail, node, root, run, withPinnedNode } from './setup.mjs';
import { recordPassed } from './testing/passed.mjs';
import { findChromium, installPackages } from './testing/programs.mjs';
import { runPlaywright, runVitest } from './testing/runners.mjs';
import { openScratch } from './testing/scratch.mjs';
import { fastRun, pathRun, sliceRun, slices } from './testing/slices.mjs';
import { summarize } from './testing/summary.mjs';
import { timesReport } from './testing/times.mjs';

const [first, ...rest] = process.argv.slice(2);
const isFull = first === '--full';
const args = isFull ? rest : process.argv.slice(2);

await ensureInstalled();
const runs = isFull ? fullRuns() : [fastRun(args)];
const missing = await installPackages(runs.flatMap(({ packages }) => packages));
const { folder, remove } = await openScratch(isFull);
const environment = { ...withPinnedNode(), TMPDIR: folder, CHROMIUM_PATH: (await findChromium()) ?? '' };

const results = [];
const passed = [];
for (const testRun of runs) {
  const own = await carryOut(testRun);
  results.push(...own);
  const isProof = ({ code, tests }) => code === 0 && tests?.some(({ status }) => status === 'passed');
  if (own.every(isProof)) passed.push(testRun.name);
}
await remove();
const { failed } = summarize(results, missing, timesReport(results));
if (missing.length === 0)
  await recordPassed(slices.map(({ name }) => name).filter((name) => passed.includes(name)));
process.exitCode = failed > 0 ? 1 : 0;

function fullRuns() {
  const named = slices.filter(({ name }) => args.includes(name));
  if (named.length === args.length) return (named.length > 0 ? named : slices).map(sliceRun);
  if (named.length === 0) return [pathRun(args)];
  const names = slices.map(({ name }) => name).join(', ');
  return fail(`Name slices (${names}) or paths, not both: ${args.join(' ')}`);
}

/** @param {import('./testing/slices.mjs').Run} testRun */
async function carryOut({ name, vitest, playwright, selects, env }) {
  // A runner that dies must not leave the report of the run before.
  const reports = await mkdtemp(join(folder, `${name}-`));
  const context = { folder: reports, env: { ...environment, ...env }, selects };
  const own = [];
  // Beside the tests, so that none waits for it.
  const build = vitest && playwright ? buildSite() : undefined;
  if (isFull) console.log(`\n${name}`);
  if (vitest) {
    console.log(
      `Property tests: ${env.PROPERTY_FACTOR} times their inputs, PROPERTY_SEED=${env.PROPERTY_SEED}`,
    );
    own.push(await timed('Vitest', () => runVitest(vitest, context)));
  }
  if ((await build) === false) fail('The site could not be built.');
  if (playwright) {
    own.push(await timed('Playwright', () => runPlaywright(playwright, context)));
  }
  return own;
}

/** @returns {Promise<boolean>} whether it is built */
function buildSite() {
  return run(node, [join(root, 'scripts/build.mjs')]).then(
    ({ code }) => code === 0,
    () => false,
  );
}

async function timed(name, runTests) {
  const started = Date.now();
  const result = await runTests();
  const minutes = (Date.now() - started) / 60_000;
  console.log(`${name}: ${minutes.toFixed(1)} minutes`);
  return { ...result, minutes };
}
