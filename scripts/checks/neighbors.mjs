// A folder and its neighbor import each other in one direction only: then one of them can be read without the other.
import { posix } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
const CODE = /^(app|server|domain|contract)\/.*(?<!\.test)\.tsx?$/;

/**
 * @param {import('./sources.mjs').File[]} files
 * @param {readonly string[]} known pairs that are left, such as "app/documents: browser, upload". The list only shrinks.
 */
export function neighborProblems(files, known = []) {
  const arrows = new Map();
  for (const { path, text } of files.filter(({ path }) => CODE.test(path))) {
    for (const [, target] of text.matchAll(IMPORT)) {
      const to = target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target);
      if (!/^[#.]/.test(target) || !CODE.test(to)) continue;
      const arrow = neighbors(posix.dirname(path), posix.dirname(to));
      if (arrow && !arrows.has(arrow)) arrows.set(arrow, `${path} imports ${to}`);
    }
  }
  const pairs = [...arrows.keys()].map((arrow) => JSON.parse(arrow)).filter(([, from, to]) => from < to);
  const both = pairs.filter(([parent, from, to]) => arrows.has(JSON.stringify([parent, to, from])));
  const names = both.map(([parent, from, to]) => `${parent}: ${from}, ${to}`);
  return [
    ...both
      .filter((_, i) => !known.includes(names[i]))
      .map(
        ([parent, from, to]) =>
          `${parent}/${from} and ${parent}/${to} import each other: ` +
          `${arrows.get(JSON.stringify([parent, from, to]))}, ${arrows.get(JSON.stringify([parent, to, from]))}.`,
      ),
    ...known.filter((name) => !names.includes(name)).map((name) => `"${name}" is mended: take it off the list.`),
  ];
}

/** The arrow between the two folders below their common one, as text; undefined between a folder and one above it. */
function neighbors(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  const at = a.findIndex((part, i) => part !== b[i]);
  if (at < 0 || at >= b.length) return undefined;
  return JSON.stringify([a.slice(0, at).join('/'), a[at], b[at]]);
}
