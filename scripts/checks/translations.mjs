// `npm run check` runs this with the Node of the lockfile. The catalogs in locales/ are what `npm run extract` would
// write, and each text has a translation with the same values. Of the planted catalogs, every problem is reported.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { partsOf } from '../../domain/language/message-parts.ts';
import { areaOf, filesWithTexts, sourcesThat } from '../language/areas.mjs';
import { readCatalogs } from '../language/catalogs.mjs';
import { root } from '../setup.mjs';

const planted = 'tests/planted';

/**
 * @param {{ file: string, texts: Record<string, { message: string, translation: string }> }[]} catalogs
 * @returns {string[]} one line for each problem
 */
export function translationProblems(catalogs) {
  const first = new Map();
  return catalogs.flatMap(({ file, texts }) =>
    Object.entries(texts).flatMap(([id, { message, translation }]) => {
      const known = first.get(id);
      if (!known) first.set(id, { file, translation });
      const problems = textProblems(message, translation);
      if (known && translation && known.translation !== translation) {
        problems.push(
          `is translated in another way in ${known.file}. Make them the same, or give them a context`,
        );
      }
      return problems.map((problem) => `${file}: “${message}” ${problem}.`);
    }),
  );
}

function textProblems(message, translation) {
  const source = readParts(message);
  const numbered = [...source.parts].filter((part) => /^\{\d+\}$/.test(part));
  const unnamed = numbered.map((part) => `has a value without a name, ${part}: write {{ name: value }}`);
  if (!translation) return [...unnamed, 'has no translation'];
  const target = readParts(translation);
  if (target.error) return [...unnamed, `has a translation that can’t be read: ${target.error}`];
  return [
    ...unnamed,
    ...[...source.parts.difference(target.parts)].map((part) => `has a translation without ${part}`),
    ...[...target.parts.difference(source.parts)].map(
      (part) => `has a translation with ${part}, which is unknown`,
    ),
  ];
}

function readParts(message) {
  try {
    return { parts: partsOf(message) };
  } catch (error) {
    return { parts: new Set(), error: error.message.split('\n')[0] };
  }
}

/** Lingui's transform knows the module by this name only: by another one, texts would not be extracted. */
const otherName = /from '(?:\.[^']*language\/message\.ts|@lingui\/core\/(?:runtime-)?macro)'/;

function importProblems(folders, allowed) {
  return sourcesThat(otherName, root, folders)
    .filter((path) => path !== allowed)
    .map(
      (path) =>
        `${path} imports msg by another name than #domain/language/message.ts: its texts are not extracted.`,
    );
}

async function catalogProblems(folder) {
  const languages = await readdir(join(root, folder));
  const lists = await Promise.all(
    languages.map(async (language) => {
      const catalogs = await readCatalogs(join(root, folder, language));
      return translationProblems(
        catalogs.map(({ file, texts }) => ({ file: `${folder}/${language}/${file}`, texts })),
      );
    }),
  );
  return lists.flat();
}

/** Catalogs of areas that have no texts anymore. */
async function leftovers(folder, areas) {
  const languages = await readdir(join(root, folder));
  const lists = await Promise.all(
    languages.map(async (language) =>
      (await readCatalogs(join(root, folder, language)))
        .filter(({ file }) => !areas.has(file.replace(/\.po$/, '')))
        .map(({ file }) => `${folder}/${language}/${file} has no texts in the code anymore. Delete it.`),
    ),
  );
  return lists.flat();
}

/** What Lingui says about catalogs that differ from the code. */
function syncProblems(config) {
  const cli = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
  const args = [cli, 'check', 'sync', '--clean', '--verbose', '--workers', '1', '--config', config];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) =>
      resolve(
        error
          ? `${stdout}${stderr}`.split('\n').filter((line) => line.includes('.po') || line.includes('Error'))
          : [],
      ),
    );
  });
}

async function allProblems() {
  const areas = new Set(filesWithTexts(root).map(areaOf));
  const [sync, catalogs, left] = await Promise.all([
    syncProblems('lingui.config.ts'),
    catalogProblems('locales'),
    leftovers('locales', areas),
  ]);
  const problems = [
    ...sync.map((line) => `${line}. Run npm run extract`),
    ...catalogs,
    ...left,
    ...importProblems(['app', 'domain', 'server'], 'domain/language/message.ts'),
  ];
  return [...problems, ...(await plantedProblems())];
}

/** Each way to break the rules is planted once. */
async function plantedProblems() {
  const expected = {
    'an outdated catalog': await syncProblems(`${planted}/lingui.config.ts`),
    'a text without a translation': await plantedWith('has no translation'),
    'a missing value': await plantedWith('without {name}'),
    'an unknown value': await plantedWith('{nombre}, which is unknown'),
    'a value without a name': await plantedWith('without a name'),
    'an unreadable translation': await plantedWith('can’t be read'),
    'two translations of one text': await plantedWith('in another way'),
    'a catalog without texts': await leftovers(`${planted}/locales`, new Set(['outdated'])),
    'an import by another name': importProblems([`${planted}/domain`]),
  };
  return Object.entries(expected)
    .filter(([, found]) => found.length === 0)
    .map(([name]) => `The violation in ${planted}, ${name}, was not reported: this check does not work.`);
}

async function plantedWith(words) {
  return (await catalogProblems(`${planted}/locales`)).filter((problem) => problem.includes(words));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = await allProblems();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
