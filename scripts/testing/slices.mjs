// The two tiers of tests. A test without a tag is in the fast tier (`npm test`). A tag names the slice of
// `npm run test:full` that it belongs to. tests/slices.json has the slices.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { namesBelow } from '../process/files.mjs';
import { root } from '../setup.mjs';

/**
 * @typedef {{ name: string, tag?: string, tests?: 'all' | 'fast', vitest?: string[], playwright?: string,
 *   packages?: string[] }} Slice
 *   tag: of its tests, if it isn't the name; tests: all of the projects instead, or those of the fast tier, once more;
 *   vitest and playwright: the projects that have its tests; packages: of Debian, which its tests need
 * @typedef {{ name: string, vitest?: string[], playwright?: string[], selects: (tags: string[]) => boolean,
 *   env: Record<string, string>, packages: string[] }} Run
 *   vitest and playwright: arguments for the runner; selects: whether a test of Vitest with these tags belongs to the
 *   run, since its report also has those that it left out
 */

/** @type {Slice[]} */
export const slices = JSON.parse(readFileSync(join(root, 'tests/slices.json'), 'utf8'));

/** The tests of these properties are in the fast tier too, with fewer inputs. */
const inBothTiers = ['property'];
const slowTags = slices
  .filter(({ tests }) => tests === undefined)
  .map(({ name, tag = name }) => tag)
  .filter((tag) => !inBothTiers.includes(tag));
/** @param {string[]} tags */
export const isFast = (tags) => !tags.some((tag) => slowTags.includes(tag));
const fastGrep = `--grep-invert=@(${slowTags.join('|')})\\b`;
const fastProjects = ['unit', 'sql', 'unit-isolated', 'component', 'rls', 'contract', 'site', 'faults'];
const e2eFolder = join(root, 'tests/e2e');

/**
 * The slices that a test belongs to.
 * @param {string} project of Vitest or Playwright
 * @param {string[]} tags
 */
export function slicesOf(project, tags) {
  return slices.filter(
    (slice) => [...(slice.vitest ?? []), slice.playwright].includes(project) && selectsOf(slice)(tags),
  );
}

/**
 * @param {Slice} slice
 * @returns {(tags: string[]) => boolean} whether a test of the slice's projects belongs to it
 */
function selectsOf({ name, tag = name, tests }) {
  if (tests === 'all') return () => true;
  return tests === 'fast' ? isFast : (tags) => tags.includes(tag);
}

/** The fast tier, or the part of it in the paths and projects that are named. */
export function fastRun(args) {
  const { vitest, playwright } = forRunners(args, {
    vitest: [
      ...fastProjects.map((name) => `--project=${name}`),
      `--tags-filter=${slowTags.map((tag) => `!${tag}`).join(' && ')}`,
    ],
    playwright: ['--project=chromium', fastGrep],
  });
  return {
    name: 'fast',
    vitest,
    playwright,
    selects: isFast,
    env: inputs(0.2, seedOfCommit()),
    packages: [],
  };
}

/** All tests at the paths that are named, of both tiers. */
export function pathRun(args) {
  const { vitest, playwright } = forRunners(args, {
    vitest: [...fastProjects, 'hostile-load'].map((name) => `--project=${name}`),
    playwright: ['--project=chromium'],
  });
  const texts = testsAt(args);
  const packages = slices
    .filter(({ name, tag = name }) => texts.some((text) => text.includes(tag)))
    .flatMap(({ packages = [] }) => packages);
  return { name: 'paths', vitest, playwright, selects: () => true, env: fullTier(), packages };
}

/** The texts of the test files at the paths among these arguments. */
function testsAt(args) {
  return args
    .flatMap((path) => namesBelow(root, relative(root, resolve(path))))
    .filter((path) => path.endsWith('.test.ts') || path.endsWith('.test.tsx'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
}

/**
 * @param {Slice} slice
 * @returns {Run}
 */
export function sliceRun(slice) {
  const { name, tag = name, tests, vitest, playwright, packages = [] } = slice;
  const filter = {
    all: { vitest: [], playwright: [] },
    fast: { vitest: [], playwright: [fastGrep] },
    tagged: { vitest: [`--tags-filter=${tag}`], playwright: [`--grep=@${tag}\\b`] },
  }[tests ?? 'tagged'];
  return {
    name,
    vitest: vitest && [...vitest.map((project) => `--project=${project}`), ...filter.vitest],
    playwright: playwright && [`--project=${playwright}`, ...filter.playwright],
    selects: selectsOf(slice),
    env: { ...fullTier(), ...(tag === 'property' ? inputs(10, randomInt(2 ** 31)) : {}) },
    packages,
  };
}

function fullTier() {
  return { TEST_TIER: 'full', ...inputs(1, seedOfCommit()) };
}

/** How many times as many inputs property tests get as they ask for, and where their random numbers begin. */
function inputs(factor, seed) {
  return {
    PROPERTY_FACTOR: String(factor),
    PROPERTY_SEED: process.env.PROPERTY_SEED ?? String(seed),
  };
}

/** The same for each run of a commit, so that a test that fails does so again. */
function seedOfCommit() {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root, stdio: 'pipe' });
    return Number.parseInt(hash.toString(), 16);
  } catch {
    return 1;
  }
}

/**
 * Splits arguments of the command line. Paths below tests/e2e are Playwright's; without paths, both have something to
 * do. Projects that are named replace the defaults.
 */
function forRunners(args, defaults) {
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
  const wants = (own, itsPaths) =>
    (projects.length === 0 || own.length > 0) && (paths.length === 0 || itsPaths.length > 0);
  const withDefaults = (own, preset) => [
    ...own,
    ...preset.filter((arg) => own.length === 0 || !isProject(arg)),
  ];
  return {
    vitest: wants(rest, others) ? [...withDefaults(rest, defaults.vitest), ...options, ...others] : undefined,
    playwright: wants(browsers, e2e)
      ? [...withDefaults(browsers, defaults.playwright), ...options, ...e2e]
      : undefined,
  };
}
