// What `scripts/check.mjs` asks of the text of files: pure functions from files to a list of problems.
import { posix } from 'node:path';

/**
 * @typedef {{ path: string, text: string }} File
 *   path: relative to the root, with slashes
 */

const LINE_LIMIT = 400;
const FOLDER_LIMIT = 25;
/** Prose and data, which the size check does not apply to. */
const COPY = /(^|\/)(generated|content|copy)(\/|\.|-)|\.content\.tsx?$|^database\/schema\.sql$/;
const TEST = /\.test\.tsx?$/;

/**
 * Only one module reads the environment; others get the settings passed.
 * @param {File[]} files
 */
export function environmentProblems(files) {
  return onlyIn(files, {
    place: 'server/settings/config.ts',
    folders: /^(domain|contract|app|server)\//,
    pattern:
      /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[\s*['"]env|import\s*{[^}]*\benv\b[^}]*}\s*from\s*['"](node:)?process['"]/,
    what: 'reads process.env',
  });
}

/**
 * Normalization takes quadratic time, so one module limits it.
 * @param {File[]} files
 */
export function normalizationProblems(files) {
  return onlyIn(files, {
    place: 'domain/text/unicode.ts',
    folders: /^(domain|contract|server)\//,
    pattern: /\.\s*normalize\b(?!\.ts)|\[\s*['"`]normalize/,
    what: 'normalizes text without a bound',
  });
}

function onlyIn(files, { place, folders, pattern, what }) {
  return files
    .filter(({ path }) => folders.test(path) && !TEST.test(path) && path !== place)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => `${path} ${what}; only ${place} may.`);
}

/** @param {File[]} files */
export function fileSizeProblems(files) {
  return files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > LINE_LIMIT && !COPY.test(path))
    .map(
      ({ path, lines }) => `${path} has ${lines} lines; ${LINE_LIMIT} is the limit. What are its two ideas?`,
    );
}

/**
 * No folder has more than 25 files directly in it, except for the migrations, which only grow.
 * @param {string[]} paths
 */
export function folderSizeProblems(paths) {
  const counts = {};
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return Object.entries(counts)
    .filter(([folder, count]) => count > FOLDER_LIMIT && folder !== 'database/migrations')
    .map(
      ([folder, count]) => `${folder} has ${count} files; ${FOLDER_LIMIT} is the limit. Split it by topic.`,
    );
}

/**
 * Files that comments, strings, and documents name exist.
 * @param {File[]} files
 * @param {string[]} folders that the names begin with
 * @param {(path: string) => boolean} exists
 */
export function namedFileProblems(files, folders, exists) {
  const named = new RegExp(
    `(?<![\\w./#@-])(?:${folders.join('|')})/[\\w./-]+\\.(?:tsx?|mjs|js|md|sql|json)\\b`,
    'g',
  );
  return files.flatMap(({ path, text }) =>
    [...new Set(text.match(named))]
      .filter((name) => !exists(name))
      .map((name) => `${path} names ${name}, which does not exist.`),
  );
}

/**
 * Compares docs/operations.md with the settings.
 * @param {string} code of server/settings/config.ts
 * @param {string} manual
 */
export function settingProblems(code, manual) {
  const known = matches(code, /^ {4}([A-Z][A-Z_]+):/gm);
  const described = matches(manual, /^\| `([A-Z][A-Z_]+)` \|/gm);
  if (known.length === 0)
    return ['No setting was found in server/settings/config.ts: this check does not work.'];
  return [
    ...without(known, described).map((name) => `docs/operations.md does not describe ${name}.`),
    ...without(described, known).map((name) => `docs/operations.md describes ${name}, which is gone.`),
  ];
}

/** Only the statements of server/rest use the first. The others are for functions that an office adds, as in PostgREST. */
const USED_ELSEWHERE = [
  'nutmeg.replaced',
  'request.cookies',
  'request.headers',
  'request.method',
  'request.path',
];
const SETTING = `'((?:nutmeg|request)\\.[a-z_.]+)'`;

/**
 * A setting of PostgreSQL with a wrong name is null, and nothing fails: a rule is just off.
 * @param {{ module: string, sql: string, code: string, manual: string }} texts
 *   module: server/database/session-settings.ts; code: the rest of server/;
 *   manual: docs/architecture/session-settings.md
 */
export function sessionSettingProblems({ module, sql, code, manual }) {
  const setBySql = matches(sql, new RegExp(`set_config\\(\\s*${SETTING}`, 'g'));
  // `auth.session_limit` takes the name of a setting.
  const use = new RegExp(`(?:current_setting|set_config|session_limit)\\(\\s*${SETTING}`, 'g');
  const [inModule, inSql, inCode] = [
    matches(module, new RegExp(SETTING, 'g')),
    matches(sql, use),
    matches(code, use),
  ];
  const known = [...new Set([...inModule, ...setBySql])];
  const described = matches(manual, /^\| `((?:nutmeg|request)\.[a-z_.]+)` \|/gm);
  return [
    ...without(inSql, known).map((name) => `SQL uses the setting ${name}, which is never set.`),
    ...without(inCode, inModule).map((name) => `server/ uses ${name}, which session-settings.ts lacks.`),
    ...without(inModule, [...inSql, ...USED_ELSEWHERE]).map(
      (name) => `SQL does not use the setting ${name}.`,
    ),
    ...without(known, described).map((name) => `docs/architecture/session-settings.md lacks ${name}.`),
    ...without(described, known).map(
      (name) => `docs/architecture/session-settings.md has ${name}, which is gone.`,
    ),
  ];
}

const matches = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];
const without = (names, others) => names.filter((name) => !others.includes(name));

/** Where pages are made, and their words. */
const PAGES = /^app\/(site|booking|pages|shared)\/.*(?<!\.test)\.tsx?$/;

/**
 * Another office has other facts, so pages take them from its settings.
 * @param {File[]} files
 * @param {Record<string, any>} facts of the demo office
 */
export function typedFactProblems(files, { referral, prices, ...facts }) {
  // Payment methods, services, and the state are also ordinary words.
  const words = ownWords(facts).filter((word) => word !== facts.state);
  return files
    .filter(({ path }) => PAGES.test(path))
    .flatMap(({ path, text }) => {
      const code = text.replace(/^\s*(\/\*\*|\/\/|\*).*$/gm, '');
      // The sample on the home page is fictional.
      const amounts = path.endsWith('sample-return.tsx') ? [] : (code.match(/\$\d[\d,]*/g) ?? []);
      return [...words.filter((word) => code.includes(word)), ...amounts].map(
        (fact) => `${path} repeats a fact of the demo office: ${fact}`,
      );
    });
}

/** Names, numbers, addresses, links, reviews. */
function ownWords(value, path = '') {
  if (typeof value === 'string') {
    const ordinary = /\.(id|platform|kind|provider|service|label|role)$/.test(path);
    return value.length >= 10 && !ordinary ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => ownWords(part, `${path}.${key}`));
}

/**
 * Lingui's transform knows the module by this name only: by another one, texts would not be extracted.
 * @param {File[]} files
 */
export function messageImportProblems(files) {
  return files
    .filter(({ path }) => /^(app|contract|domain|server)\//.test(path) && !TEST.test(path))
    .filter(({ path }) => path !== 'domain/language/message.ts')
    .filter(({ text }) =>
      /from '(?:\.[^']*language\/message\.ts|@lingui\/core\/(?:runtime-)?macro)'/.test(text),
    )
    .map(
      ({ path }) =>
        `${path} imports msg by another name than #domain/language/message.ts: its texts are not extracted.`,
    );
}

/**
 * A button says what it does, unless it opens what its trigger has: a menu, a dialog, or the choice of a file.
 * @param {File[]} files
 */
export function buttonProblems(files) {
  return files
    .filter(({ path }) => /^app\/(?!ui\/).*\.tsx$/.test(path) && !TEST.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/<(?:(?:Icon)?Button|button)\b/g)]
        .filter(
          ({ index }) =>
            !/\bon(?:Press|Click|PointerDown)\b|type="submit"|\bslot=|\{\.\.\./.test(openingTag(text, index)),
        )
        .filter(({ index }) => !/(?:<\w+Trigger\b(?:=>|[^<>])*>|\btrigger=\{)\s*$/.test(text.slice(0, index)))
        .map(({ index }) => text.slice(0, index).split('\n').length)
        .map((line) => `${path}:${line} has a button that does nothing: give it onPress or type="submit".`),
    );
}

/** To the ">" that is in no braces. */
function openingTag(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    else if (text[at] === '>' && depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/** They install the packages, so they start without one. */
const STARTERS = ['start', 'test', 'check', 'dev', 'portal', 'build'].map((name) => `scripts/${name}.mjs`);

/**
 * @param {{ source: string, dependencies: { resolved: string, dynamic: boolean, dependencyTypes: string[] }[] }[]} modules
 *   of dependency-cruiser
 */
export function starterProblems(modules) {
  const bySource = new Map(modules.map((module) => [module.source, module.dependencies]));
  return STARTERS.flatMap((starter) => {
    const seen = new Set([starter]);
    for (const path of seen) {
      for (const { resolved, dynamic } of bySource.get(path) ?? []) if (!dynamic) seen.add(resolved);
    }
    return [...seen]
      .filter((path) => path.includes('node_modules/'))
      .map((path) => `${starter} needs ${path} before it can install packages.`);
  });
}

const ROUTE_MODULE = /'([\w./-]+\.tsx)'/g;
const DEFAULT_IMPORT = /import\s+\w+[^;'"]*?\sfrom\s*['"]([^'"]+)['"]/g;

/**
 * The build wraps the default export of a page or layout of app/routes.ts, and the wrapper drops what another component
 * passes to it, `children` included. So only the router renders it.
 * @param {File[]} files
 */
export function routeImportProblems(files) {
  const routes = files.find(({ path }) => path === 'app/routes.ts')?.text ?? '';
  const modules = new Set(Array.from(routes.matchAll(ROUTE_MODULE), ([, name]) => `app/${name}`));
  return files
    .filter(({ path }) => /^app\/.*\.tsx?$/.test(path) && !TEST.test(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(DEFAULT_IMPORT), ([, target]) => importedPath(path, target))
        .filter((target) => modules.has(target))
        .map((target) => `${path} renders ${target}, which only the router may.`),
    );
}

const IMPORT = /(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g;

/**
 * The files that a file imports, relative to the root.
 * @param {File} file
 */
export function importsOf({ path, text }) {
  return Array.from(text.matchAll(IMPORT), ([, target]) => importedPath(path, target));
}

/** The file that '#app/a.ts' or './a.ts' names, relative to the root. */
function importedPath(path, target) {
  return target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target);
}

/**
 * The walks of docs/architecture/walks.md: none has more files than its heading says, and each file is imported by another
 * one of its walk, except for the first of a list.
 * @param {File[]} files
 * @param {string} document
 */
export function walkProblems(files, document) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return document
    .split(/^## /m)
    .slice(1)
    .flatMap((walk) => {
      const [, title, limit] = /^(.*): (\d+) files$/m.exec(walk) ?? [];
      const steps = Array.from(walk.matchAll(/^(\d+)\. `([^`]+)`/gm), ([, number, path]) => ({
        number,
        path,
      }));
      const imported = new Set(steps.flatMap(({ path }) => importsOf({ path, text: texts.get(path) ?? '' })));
      return [
        ...(steps.length > Number(limit ?? 0) ? [`${title}: ${steps.length} files, more than it says.`] : []),
        ...steps
          .filter(({ number, path }) => number !== '1' && !imported.has(path))
          .map(({ path }) => `${title}: no file of the walk imports ${path}.`),
      ];
    });
}
