// `npm run check`: format, lint, types, import rules, dead code, sizes, words, lockfile, and more. Lists all problems.
// `npm run check -- Types Settings` makes only the checks whose names begin with one of these words.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { subjectProblems } from './checks/commits.mjs';
import { dialectProblems } from './checks/dialect.mjs';
import { frozenProblems, readMigrations } from './checks/frozen.mjs';
import { integrityGaps, missingFromLockfile, optionalWithEngines } from './checks/lockfile.mjs';
import { neighborProblems } from './checks/neighbors.mjs';
import {
  buttonProblems,
  environmentProblems,
  fileSizeProblems,
  folderSizeProblems,
  messageImportProblems,
  namedFileProblems,
  normalizationProblems,
  routeImportProblems,
  sessionSettingProblems,
  settingProblems,
  starterProblems,
  typedFactProblems,
  walkProblems,
} from './checks/sources.mjs';
import { namesBelow } from './process/files.mjs';
import { ensureInstalled, node, root, run } from './setup.mjs';

const planted = 'tests/planted/';
const gapsFile = 'scripts/checks/lockfile-gaps.json';
/** The commits after this one follow the rule for subjects. */
const FIRST_CHECKED = '2de97800';
const wanted = process.argv.slice(2);
/** All checks, also those that are not wanted. */
const names = [];
/** Information that is not a problem. */
const notes = [];

await ensureInstalled();
const typed = ['domain', 'contract', 'app', 'server', 'tests', 'scripts'];
const files = await sourceFiles();
const steps = await Promise.all([
  step('Format and lint', () =>
    tool('@biomejs/biome/bin/biome', ['check', '--colors=off', '--error-on-warnings', '.']),
  ),
  ...typed.map((folder) =>
    step(`Types in ${folder}/`, () => tool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false'])),
  ),
  step('Boundaries', boundaries),
  step('Neighbors', () => neighborProblems(files)),
  step('Environment', () => environmentProblems(files)),
  step('Normalization', () => normalizationProblems(files)),
  step('Route modules', () => routeImportProblems(files)),
  step('Buttons', () => buttonProblems(files)),
  step('Dead code', () => tool('knip/bin/knip.js', ['--no-progress'])),
  step('File size', () => fileSizeProblems(files)),
  step('Folder size', () => folderSizeProblems(projectFiles())),
  step('Dialect', dialect),
  step('Paths', paths),
  step('Walks', async () =>
    walkProblems(files, await readFile(join(root, 'docs/architecture/walks.md'), 'utf8')),
  ),
  step('Lockfile', lockfile),
  step('Settings', settings),
  step('Session settings', sessionSettings),
  step('Facts', facts),
  step('Released migrations', releasedMigrations),
  step('Message imports', () => messageImportProblems(files)),
  step('Translations', () => script('scripts/checks/translations.mjs')),
  step('Commits', commits),
  step('Tests', tests),
]);
const results = steps.filter((result) => result !== undefined);
for (const { name, problems } of results.filter((result) => result.problems)) {
  console.log(`\n${name}\n${problems.replace(/^/gm, '  ')}`);
}
for (const note of notes) console.log(note);
const broken = results.filter((result) => result.problems).length;
console.log(
  broken === 0 ? `All ${results.length} checks passed.` : `\n${broken} of ${results.length} checks failed.`,
);
process.exitCode = broken === 0 ? 0 : 1;
for (const word of wanted.filter((word) => !names.some((name) => name.startsWith(word)))) {
  console.log(`There is no check "${word}": ${names.join(', ')}.`);
  process.exitCode = 1;
}

async function step(name, check) {
  names.push(name);
  if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) return undefined;
  return { name, problems: [await check()].flat().join('\n') };
}

/** The output of a tool that failed, or ''. */
function tool(program, args) {
  return script(join('node_modules', program), args);
}

/** Runs it with the Node of the lockfile, whatever Node runs this file. */
async function script(path, args = []) {
  const { code, output } = await run(node, [join(root, path), ...args], { capture: true });
  return code === 0 ? '' : output.trim() || `ended with code ${code}`;
}

/** Tests that `npm test` doesn't run can be loaded, and those that it runs are within the budget. */
async function tests() {
  const { code, output } = await run(node, [join(root, 'scripts/checks/budget.mjs')], {
    capture: true,
  });
  if (code !== 0) return output.trim() || `ended with code ${code}`;
  notes.push(output.trim());
  return '';
}

/** Every rule must report its planted violation, and nothing else. */
async function boundaries() {
  const { output } = await run(
    node,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
      ...['domain', 'contract', 'app', 'server', 'tests', 'scripts'],
    ],
    { capture: true },
  );
  const report = parsed(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  if (!report) return output.trim();
  const { summary } = report;
  const problems = [];
  for (const { rule, from, to } of summary.violations) {
    if (!from.startsWith(planted)) problems.push(`${from} -> ${to} (${rule.name})`);
  }
  for (const { name } of summary.ruleSetUsed.forbidden) {
    const bites = summary.violations.some(
      (found) => found.rule.name === name && found.from.startsWith(planted),
    );
    if (!bites)
      problems.push(`The rule ${name} did not report its violation in ${planted}: it does not work.`);
  }
  return [...problems, ...starterProblems(report.modules)];
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Identifiers, comments, and test titles don't use the marker words of checks/dialect.mjs. */
async function dialect() {
  const documents = (await readdir(join(root, 'docs'), { recursive: true }))
    .map((name) => `docs/${name.split(sep).join('/')}`)
    // It lists the words that are not used.
    .filter((path) => path.endsWith('.md') && path !== 'docs/words.md');
  const texts = await Promise.all(
    ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...documents].map(async (path) => ({
      path,
      text: await readFile(join(root, path), 'utf8'),
    })),
  );
  const lists = await Promise.all(
    [...files, ...texts]
      .filter(({ path }) => /\.(tsx?|mjs|sql|md)$/.test(path))
      .map(({ path, text }) => dialectProblems(path, text)),
  );
  return lists.flat();
}

/** Files that comments, strings, and documents name exist. How-tos are followed in a copy, and some tests have examples. */
async function paths() {
  const folders = [...typed, 'database', 'docs', 'deploy'];
  const documents = (await readdir(join(root, 'docs'), { recursive: true }))
    .filter((name) => name.endsWith('.md') && !name.startsWith('how-to'))
    .map((name) => `docs/${name.split(sep).join('/')}`);
  const texts = await Promise.all(
    ['README.md', 'CONTRIBUTING.md', 'app/site/README.md', 'app/ui/README.md', ...documents].map(
      async (path) => ({
        path,
        text: await readFile(join(root, path), 'utf8'),
      }),
    ),
  );
  const others = files.filter(
    ({ path }) => !/^(tests\/how-to|scripts\/(checks|testing)\/.*\.test\.ts$)/.test(path),
  );
  return namedFileProblems([...others, ...texts], folders, (path) => existsSync(join(root, path)));
}

async function lockfile() {
  const [lock, known] = await Promise.all(
    ['package-lock.json', gapsFile].map(async (path) => JSON.parse(await readFile(join(root, path), 'utf8'))),
  );
  const missing = missingFromLockfile(lock);
  const { unknown, closed } = integrityGaps(lock, known);
  const problems = [];
  if (missing.size > 0) {
    const names = [...missing.keys()].join(', ');
    problems.push(
      `npm ci would refuse package-lock.json, which lacks ${names}.\nnode scripts/checks/lockfile.mjs --fix adds them.`,
    );
  }
  const skipped = optionalWithEngines(lock).map(([place]) => place);
  if (skipped.length > 0) {
    problems.push(
      `npm on an older Node may skip ${skipped.join(', ')}: their engines are listed in package-lock.json.\n` +
        'node scripts/checks/lockfile.mjs --fix removes them.',
    );
  }
  if (unknown.length > 0) {
    problems.push(
      `package-lock.json has no integrity hash for ${unknown.join(', ')}: the registry does not carry them. ` +
        `Run npm install against one that does, or name them in ${gapsFile}.`,
    );
  }
  if (closed.length > 0) problems.push(`${gapsFile} names what is no gap anymore: ${closed.join(', ')}.`);
  if (problems.length === 0 && known.length > 0) {
    notes.push(
      `Without integrity hash, since the registry does not carry them: ${known.length} packages of other platforms (${gapsFile}).`,
    );
  }
  return problems.join('\n');
}

/** Compares docs/operations.md with the settings. */
async function settings() {
  const [code, manual] = await Promise.all(
    ['server/settings/config.ts', 'docs/operations.md'].map((path) => readFile(join(root, path), 'utf8')),
  );
  return settingProblems(code, manual);
}

/** Compares the settings of PostgreSQL in SQL, in server/, and in their document. */
async function sessionSettings() {
  const module = 'server/database/session-settings.ts';
  const textOf = (wanted) =>
    files
      .filter(({ path }) => wanted(path))
      .map(({ text }) => text)
      .join('\n');
  return sessionSettingProblems({
    module: textOf((path) => path === module),
    sql: textOf((path) => path.startsWith('database/migrations/')),
    code: textOf((path) => path.startsWith('server/') && path !== module && !path.includes('.test.')),
    manual: await readFile(join(root, 'docs/architecture/session-settings.md'), 'utf8'),
  });
}

async function facts() {
  const office = await readFile(join(root, 'domain/business/demo-office.json'), 'utf8');
  return typedFactProblems(files, JSON.parse(office));
}

/** An archive has no history, a shallow clone may not have the first one, and git may be missing. */
async function commits() {
  const { code, output } = await run('git', ['log', '--no-merges', '--format=%s', `${FIRST_CHECKED}..HEAD`], {
    capture: true,
  }).catch(() => ({ code: 1, output: '' }));
  return code === 0 ? subjectProblems(output.split('\n').filter(Boolean)) : [];
}

/** A released migration is never edited or removed. */
async function releasedMigrations() {
  const released = JSON.parse(await readFile(join(root, 'database/released.json'), 'utf8'));
  return frozenProblems(released, await readMigrations(join(root, 'database/migrations')));
}

/** Paths of all files of the project's own folders, relative to the root, with slashes. */
function projectFiles() {
  return [...typed, 'database']
    .flatMap((folder) => namesBelow(root, folder))
    .filter((path) => !path.includes('/node_modules/'));
}

async function sourceFiles() {
  const paths = projectFiles().filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}
