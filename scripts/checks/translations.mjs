// `npm run check` runs this with the Node of the lockfile. The catalogs in locales/ are what `npm run extract` would
// write, and each text has a translation with the same values.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { partsOf } from '../../domain/language/message-parts.ts';
import { areaOf, filesWithTexts } from '../language/areas.mjs';
import { readCatalogs } from '../language/catalogs.mjs';
import { root } from '../setup.mjs';

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
          `is translated in another way in locales/${known.file}. Make them the same, or give them a context`,
        );
      }
      return problems.map((problem) => `locales/${file}: “${message}” ${problem}.`);
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
    ...(source.error || target.error ? [] : countedWords(message)).flatMap(([name, one, many]) =>
      // A noun that English counts: "# file" and "# files".
      many !== `${one}s`
        ? []
        : countedWords(translation)
            .filter(([other, a, b]) => other === name && a === b)
            .map(([, word]) => `has a translation that counts one and many “${word}”`),
    ),
  ];
}

/** The words after the number of each plural, for one and for many: ["count", "file", "files"]. */
function countedWords(message) {
  const wordsOf = (tokens) =>
    tokens.filter(Array.isArray).flatMap(([name, type, forms]) => {
      if (typeof forms !== 'object' || forms === null) return [];
      const inner = Object.values(forms).flatMap((form) => (Array.isArray(form) ? wordsOf(form) : []));
      const [one, many] = [forms.one, forms.other].map(
        (form) =>
          /#\s+(\p{L}+)/u.exec(
            [form]
              .flat()
              .filter((part) => typeof part === 'string')
              .join(''),
          )?.[1],
      );
      return type === 'plural' && one && many ? [[name, one, many], ...inner] : inner;
    });
  return wordsOf(compileMessageOrThrow(message));
}

function readParts(message) {
  try {
    return { parts: partsOf(message) };
  } catch (error) {
    return { parts: new Set(), error: error.message.split('\n')[0] };
  }
}

/**
 * Catalogs of areas that have no texts anymore.
 * @param {string[]} files in locales/
 * @param {Set<string>} areas that have texts
 */
export function leftoverProblems(files, areas) {
  return files
    .filter((file) => !areas.has(file.replace(/^[^/]+\//, '').replace(/\.po$/, '')))
    .map((file) => `locales/${file} has no texts in the code anymore. Delete it.`);
}

/** What Lingui says about catalogs that differ from the code. */
function syncProblems() {
  const cli = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
  const args = [
    cli,
    'check',
    'sync',
    '--clean',
    '--verbose',
    '--workers',
    '1',
    '--config',
    'lingui.config.ts',
  ];
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

async function catalogsOfAll() {
  const languages = await readdir(join(root, 'locales'));
  return Promise.all(
    languages.map(async (language) =>
      (await readCatalogs(join(root, 'locales', language))).map(({ file, texts }) => ({
        file: `${language}/${file}`,
        texts,
      })),
    ),
  );
}

async function allProblems() {
  const areas = new Set(filesWithTexts(root).map(areaOf));
  const [sync, languages] = await Promise.all([syncProblems(), catalogsOfAll()]);
  return [
    ...sync.map((line) => `${line}. Run npm run extract`),
    // Another language translates a text in another way.
    ...languages.flatMap(translationProblems),
    ...leftoverProblems(
      languages.flat().map(({ file }) => file),
      areas,
    ),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = await allProblems();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
