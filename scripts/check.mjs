// `npm run check`: format, lint, types, import rules, dead code, sizes, words, lockfile, and more. Lists all problems.
// `npm run check -- Types Settings` makes only the checks whose names begin with one of these words.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { dialectProblems } from './checks/dialect.mjs';
import { frozenProblems, readMigrations } from './checks/frozen.mjs';
import { integrityGaps, missingFromLockfile, optionalWithEngines } from './checks/lockfile.mjs';
import { ensureInstalled, node, root, run } from './setup.mjs';

const planted = 'tests/planted/';
const lineLimit = 400;
const folderLimit = 25;
const gapsFile = 'scripts/checks/lockfile-gaps.json';
const wanted = process.argv.slice(2);
/** All checks, also those that are not wanted. */
const names = [];
/** Information that is not a problem. */
const notes = [];
/** Prose and data, which the size check does not apply to. */
const copy = /(^|\/)(generated|content|copy)(\/|\.|-)|\.content\.tsx?$|^database\/schema\.sql$/;

await ensureInstalled();
const typed = ['domain', 'contract', 'app', 'server', 'tests'];
const files = await sourceFiles();
const steps = await Promise.all([
  step('Format and lint', () =>
    tool('@biomejs/biome/bin/biome', ['check', '--colors=off', '--error-on-warnings', '.']),
  ),
  ...typed.map((folder) =>
    step(`Types in ${folder}/`, () => tool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false'])),
  ),
  step('Boundaries', boundaries),
  step('Environment', environment),
  step('Normalization', normalization),
  step('Dead code', () => tool('knip/bin/knip.js', ['--no-progress'])),
  step('File size', fileSizes),
  step('Folder size', folderSizes),
  step('Dialect', dialect),
  step('Paths', paths),
  step('Lockfile', lockfile),
  step('Settings', settings),
  step('Released migrations', releasedMigrations),
  step('Translations', () => script('scripts/checks/translations.mjs')),
  step('Slow tests', slowTests),
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
  return { name, problems: await check() };
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

/** Tests that `npm test` doesn't run can be loaded. */
async function slowTests() {
  const { code, output } = await run(node, [join(root, 'scripts/checks/loadable-tests.mjs')], {
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
  return problems.join('\n');
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Only one module reads the environment; others get the settings passed. */
function environment() {
  return onlyIn({
    place: 'server/settings/config.ts',
    folders: 'domain|contract|app|server',
    pattern:
      /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[\s*['"]env|import\s*{[^}]*\benv\b[^}]*}\s*from\s*['"](node:)?process['"]/,
    what: 'reads process.env',
  });
}

/** Normalization takes quadratic time, so one module limits it. */
function normalization() {
  return onlyIn({
    place: 'domain/text/unicode.ts',
    folders: 'domain|contract|server',
    pattern: /\.\s*normalize\b(?!\.ts)|\[\s*['"`]normalize/,
    what: 'normalizes text without a bound',
  });
}

/** Checks something that only one module may do. The planted violation must be reported. */
function onlyIn({ place, folders, pattern, what }) {
  const production = new RegExp(`^(${planted})?(${folders})/`);
  const found = files
    .filter(({ path }) => production.test(path) && !/\.test\.tsx?$/.test(path) && path !== place)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path);
  const problems = found
    .filter((path) => !path.startsWith(planted))
    .map((path) => `${path} ${what}; only ${place} may.`);
  if (!found.some((path) => path.startsWith(planted))) {
    problems.push(`The violation in ${planted} was not reported: this check does not work.`);
  }
  return problems.join('\n');
}

async function fileSizes() {
  return files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > lineLimit && !copy.test(path))
    .map(
      ({ path, lines }) => `${path} has ${lines} lines; ${lineLimit} is the limit. What are its two ideas?`,
    )
    .join('\n');
}

/** No folder has more than 25 files directly in it, except for the migrations, which only grow. */
async function folderSizes() {
  const counts = {};
  for (const path of await projectFiles()) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts[folder] = (counts[folder] ?? 0) + 1;
  }
  const found = Object.entries(counts)
    .filter(([folder, count]) => count > folderLimit && folder !== 'database/migrations')
    .map(([folder, count]) => ({ folder, count }));
  const problems = found
    .filter(({ folder }) => !folder.startsWith(planted))
    .map(
      ({ folder, count }) => `${folder} has ${count} files; ${folderLimit} is the limit. Split it by topic.`,
    );
  if (!found.some(({ folder }) => folder.startsWith(planted))) {
    problems.push(`The violation in ${planted} was not reported: this check does not work.`);
  }
  return problems.join('\n');
}

/** Identifiers, comments, and test titles don't use the marker words of checks/dialect.mjs. */
async function dialect() {
  const lists = await Promise.all(
    files
      .filter(({ path }) => /\.(tsx?|mjs|sql)$/.test(path))
      .map(({ path, text }) => dialectProblems(path, text)),
  );
  const found = lists.flat();
  const problems = found.filter((problem) => !problem.startsWith(planted));
  if (!found.some((problem) => problem.startsWith(planted))) {
    problems.push(`The violation in ${planted} was not reported: this check does not work.`);
  }
  return problems.join('\n');
}

/** Files that comments, strings, and documents name exist, except in how-tos: a test follows those in a copy. */
async function paths() {
  const folders = [...typed, 'scripts', 'database', 'docs', 'deploy'].join('|');
  const path = new RegExp(`(?<![\\w./#@-])(?:${folders})/[\\w./-]+\\.(?:tsx?|mjs|js|md|sql|json)\\b`, 'g');
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
  const found = [...files.filter((file) => !file.path.startsWith('tests/how-to/')), ...texts].flatMap(
    (file) =>
      [...new Set(file.text.match(path))]
        .filter((named) => !existsSync(join(root, named)))
        .map((named) => `${file.path} names ${named}, which does not exist.`),
  );
  const problems = found.filter((problem) => !problem.startsWith(planted));
  if (!found.some((problem) => problem.startsWith(planted))) {
    problems.push(`The violation in ${planted} was not reported: this check does not work.`);
  }
  return problems.join('\n');
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
  const known = new Set([...code.matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name));
  const described = new Set([...manual.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name]) => name));
  if (known.size === 0) return 'No setting was found in server/settings/config.ts: this check does not work.';
  return [
    ...[...known]
      .filter((name) => !described.has(name))
      .map((name) => `docs/operations.md does not describe ${name}.`),
    ...[...described]
      .filter((name) => !known.has(name))
      .map((name) => `docs/operations.md describes ${name}, which is gone.`),
  ].join('\n');
}

/** A released migration is never edited or removed. Of the planted ones, one was edited and one was removed. */
async function releasedMigrations() {
  const [problems, found] = await Promise.all(
    ['database', `${planted}database`].map(async (folder) => {
      const released = JSON.parse(await readFile(join(root, folder, 'released.json'), 'utf8'));
      return frozenProblems(released, await readMigrations(join(root, folder, 'migrations')));
    }),
  );
  if (found.length !== 2) {
    problems.push(
      `Of the 2 violations in ${planted}database ${found.length} were reported: this check does not work.`,
    );
  }
  return problems.join('\n');
}

/** Paths of all files of the project's own folders, relative to the root, with slashes. */
async function projectFiles() {
  const folders = [...typed, 'scripts', 'database'];
  const lists = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  return lists
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .filter((path) => !path.includes('/node_modules/'));
}

async function sourceFiles() {
  const paths = (await projectFiles()).filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}
