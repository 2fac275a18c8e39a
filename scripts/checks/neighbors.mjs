// A folder and its neighbor import each other in one direction only: then one of them can be read without the other.
import { posix } from 'node:path';
import { importsOf } from './sources.mjs';

const CODE = /^(app|server|domain|contract)\/.*(?<!\.test)\.tsx?$/;

/** @param {import('./sources.mjs').File[]} files */
export function neighborProblems(files) {
  const arrows = new Map();
  for (const { path, text } of files.filter(({ path }) => CODE.test(path))) {
    for (const to of importsOf({ path, text })) {
      if (!CODE.test(to)) continue;
      const arrow = neighbors(posix.dirname(path), posix.dirname(to));
      if (arrow && !arrows.has(arrow)) arrows.set(arrow, `${path} imports ${to}`);
    }
  }
  return [...arrows.keys()].flatMap((arrow) => {
    const [parent, from, to] = JSON.parse(arrow);
    const back = arrows.get(JSON.stringify([parent, to, from]));
    if (from > to || back === undefined) return [];
    return [`${parent}/${from} and ${parent}/${to} import each other: ${arrows.get(arrow)}, ${back}.`];
  });
}

/** The arrow between the two folders below their common one, as text; undefined between a folder and one above it. */
function neighbors(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  const at = a.findIndex((part, i) => part !== b[i]);
  if (at < 0 || at >= b.length) return undefined;
  return JSON.stringify([a.slice(0, at).join('/'), a[at], b[at]]);
}
