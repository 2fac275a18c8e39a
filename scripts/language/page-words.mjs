// The translated texts of each page, for the build. A page in English has its texts in its scripts and downloads
// nothing more. A page in another language comes with the texts of its route, and fetches those of the next one.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCompiledCatalog } from '@lingui/cli/api';
import { extractMessages } from '@lingui/native-tools';
import { filesWithTexts, macros } from './areas.mjs';
import { readCatalogs } from './catalogs.mjs';
import { reachableFiles } from './module-graph.mjs';

const VIRTUAL = 'virtual:page-words';

/**
 * @param {string} root
 * @param {{ pseudo?: boolean }} [options] pseudo: instead of the translations the English texts with other letters, so
 *   that a test sees what is not translated
 * @returns {import('vite').Plugin}
 */
export function pageWords(root, { pseudo = false } = {}) {
  let words;
  return {
    name: 'page-words',
    async buildStart() {
      words = await collectWords(root, { pseudo });
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    // Only the server's build imports it: it has all texts of all languages.
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(words))});`,
        moduleType: 'js',
      };
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { fileName, source } of wordFiles(words)) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const file = wordFiles(await collectWords(root, { pseudo })).find(
          ({ fileName }) => request.url === `/${fileName}`,
        );
        if (!file) return next();
        response.setHeader('content-type', 'application/json');
        response.end(file.source);
      });
    },
  };
}

/** A file for each language and route. The folder's name changes with every text, so browsers may keep the files. */
function wordFiles({ folder, routes, languages }) {
  return Object.entries(languages).flatMap(([language, texts]) =>
    Object.entries(routes).map(([route, ids]) => ({
      fileName: `${folder.slice(1)}/${language}/${route}.json`,
      source: JSON.stringify(Object.fromEntries(ids.flatMap((id) => (id in texts ? [[id, texts[id]]] : [])))),
    })),
  );
}

/**
 * @returns {Promise<{ folder: string, routes: Record<string, string[]>, languages: Record<string, Record<string, unknown>> }>}
 *   the ids of the texts that each route and the layouts around it need, without those of the root, which every page has; and
 *   the texts by language and id, compiled
 */
export async function collectWords(root, { pseudo = false } = {}) {
  const routes = await idsOfRoutes(root);
  const names = (await readdir(join(root, 'locales'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const languages = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await compiled(join(root, 'locales', name), pseudo)])),
  );
  const version = createHash('sha256')
    .update(JSON.stringify([routes, languages]))
    .digest('hex')
    .slice(0, 8);
  return { folder: `/assets/words-${version}`, routes, languages };
}

async function compiled(folder, pseudo) {
  const texts = (await readCatalogs(folder)).flatMap((catalog) => Object.entries(catalog.texts));
  const strings = Object.fromEntries(
    texts
      .map(([id, { message, translation }]) => [id, pseudo ? message : translation])
      .filter(([, text]) => text),
  );
  const options = { namespace: 'json', strict: true, ...(pseudo && { pseudoLocale: 'pseudo' }) };
  const { source, errors } = createCompiledCatalog('pseudo', strings, options);
  if (errors.length > 0) throw new Error(`${folder}: ${errors[0].source}: ${errors[0].error.message}`);
  return JSON.parse(source).messages;
}

async function idsOfRoutes(root) {
  const idsByFile = await idsOfFiles(root, filesWithTexts(root, ['app', 'contract', 'domain']));
  const known = new Map();
  const idsFor = async (file) => {
    const files = await reachableFiles(root, [`app/${file}`], known);
    return new Set([...files].flatMap((path) => idsByFile.get(path) ?? []));
  };
  const found = {};
  const ofRoot = await idsFor('root.tsx');
  const visit = async (routes, above) => {
    for (const { id, file, children = [] } of routes) {
      const ids = above.union(await idsFor(file));
      found[id ?? file.replace(/\.tsx?$/, '')] = [...ids.difference(ofRoot)].sort();
      await visit(children, ids);
    }
  };
  found.root = [...ofRoot].sort();
  const { default: routes } = await import(pathToFileURL(join(root, 'app/routes.ts')).href);
  await visit(routes, new Set());
  return found;
}

async function idsOfFiles(root, files) {
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const text = await readFile(join(root, file), 'utf8');
        const { messages } = await extractMessages(text, file, { macro: macros });
        return [file, messages.map(({ id }) => id)];
      }),
    ),
  );
}
