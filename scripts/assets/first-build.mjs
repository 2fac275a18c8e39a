// The first of two builds. Only the bundler knows which modules each page needs. From that, this build plans which modules
// share a file in the second one (chunk-plan.mjs). Usage: node scripts/assets/first-build.mjs <root> <file for the plan>
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBuilder, normalizePath } from 'vite';
import routes from '../../app/routes.ts';
import { planChunks } from './chunk-plan.mjs';
import { alone } from './chunks.mjs';

const routeQuery = '?__react-router-build-client-route';
const portalLayouts = ['login', 'portal'].map((name) => `shared/session/guards/${name}-layout.tsx`);
/** What most people open first in the portal. */
const firstPages = [
  'account/sign-in/login.tsx',
  'pages/account.tsx',
  'pages/secured-files.tsx',
  'pages/manage.tsx',
];
/** Modules that call these load their dynamic imports soon after the page. */
const loadsSoon = /\b(onDemand|later)\(/;

/**
 * How much the bytes and requests of a page count, and how much more than it needs it may load before it works, as a
 * share of that.
 */
const kinds = {
  public: { weight: 1, more: 0.004 },
  first: { weight: 4, more: 0.002 },
  other: { weight: 1, more: 0.05 },
};
/** Of a part that is loaded when it is used. */
const PART_WEIGHT = 0.3;

const [root = '', file = ''] = process.argv.slice(2);
const { chunks, modules } = await buildClient();
const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
for (const chunk of chunks) if (chunk.facadeModuleId) byModule.set(chunk.facadeModuleId, chunk);
const imported = new Set(chunks.flatMap(({ imports }) => imports));
const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && /entry\.client/.test(facadeModuleId));
for (const module of [...portalLayouts, ...firstPages]) chunkOfRoute(module);
const pages = readPages(routes);
const loads = [...pages, ...partsBeside(pages)];
const groups = planChunks(
  chunks.map(({ fileName, name, code, imports }) => ({
    name: fileName,
    bytes: code.length,
    imports,
    isAlone: alone.includes(name),
  })),
  loads,
);
await writeFile(file, JSON.stringify(groups.filter(isShared).map(withModules)));

/** Other files are the bundler's own: what nothing imports is a page or a part that shares no file. */
function isShared({ members }) {
  return members.length > 1 || imported.has(members[0]);
}

function withModules({ name, members }) {
  return {
    name: byName.get(name).name,
    modules: members.flatMap((member) => byName.get(member).moduleIds),
  };
}

/** Builds what browsers load, without writing it. */
async function buildClient() {
  const found = {};
  const reader = {
    name: 'read-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        found.chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        found.modules = new Map(
          [...this.getModuleIds()].map((id) => {
            const { code, dynamicallyImportedIds } = this.getModuleInfo(id);
            return [id, { loadsSoon: loadsSoon.test(code ?? ''), parts: dynamicallyImportedIds }];
          }),
        );
      },
    },
  };
  const builder = await createBuilder({
    root,
    logLevel: 'error',
    build: { write: false },
    plugins: [reader],
  });
  await builder.build(builder.environments.client);
  return found;
}

/** What each page loads, with its layouts. */
function readPages(entries, above = ['root.tsx']) {
  return entries.flatMap(({ file: module, children = [] }) => {
    const chain = [...above, module];
    if (children.length > 0) return readPages(children, chain);
    // Robots and the site map are no pages.
    if (!module.endsWith('.tsx')) return [];
    const now = withImports([entry, ...chain.map(chunkOfRoute)]);
    const bytes = [...now].reduce((sum, { code }) => sum + code.length, 0);
    const isPublic = !chain.some((module) => portalLayouts.includes(module));
    const { weight, more } = isPublic
      ? kinds.public
      : firstPages.includes(module)
        ? kinds.first
        : kinds.other;
    return { now: namesOf(now), later: namesOf(withLaterParts(now)), isPublic, weight, room: bytes * more };
  });
}

/** @param {string} module of a page or layout, as in routes.ts */
function chunkOfRoute(module) {
  const chunk = byModule.get(`${normalizePath(join(root, 'app', module))}${routeQuery}`);
  if (!chunk) throw new Error(`scripts/assets/first-build.mjs: there is no page or layout ${module}`);
  return chunk;
}

/** Dynamic imports that pages load only when they are used. */
function partsBeside(pages) {
  const known = new Set(pages.flatMap(({ later }) => later));
  const onPublicPages = new Set(pages.flatMap(({ later, isPublic }) => (isPublic ? later : [])));
  const isUsedOnPublicPages = ({ fileName }) =>
    [...onPublicPages].some((name) => byName.get(name).dynamicImports.includes(fileName));
  return chunks
    .filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !known.has(fileName))
    .map((chunk) => ({
      now: [],
      later: namesOf(withImports([chunk])),
      isPublic: isUsedOnPublicPages(chunk),
      weight: PART_WEIGHT,
    }));
}

function withImports(starts) {
  const found = new Set(starts);
  for (const { imports } of found) for (const name of imports) found.add(byName.get(name));
  return found;
}

function withLaterParts(starts) {
  const found = new Set(starts);
  for (const { moduleIds } of found) {
    const loaders = moduleIds.map((id) => modules.get(id)).filter((module) => module?.loadsSoon);
    const parts = loaders.flatMap(({ parts }) => parts.map((id) => byModule.get(id)));
    for (const chunk of withImports(parts.filter(Boolean))) found.add(chunk);
  }
  return found;
}

function namesOf(some) {
  return [...some].map(({ fileName }) => fileName);
}
