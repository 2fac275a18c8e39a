// Which source files a file needs, directly or not. The bundler knows it too, but too late: the words of
// a page have to be known before the build, and in development nothing is bundled.
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * All source files that the entries import, with those that are loaded later by `import()`, and the entries. Packages,
 * styles, and imports of types only are left out.
 * @param {string} root
 * @param {string[]} entries relative to the root, with slashes
 * @param {Map<string, Promise<string[]>>} [known] what each file imports, kept between calls
 * @returns {Promise<Set<string>>}
 */
export async function reachableFiles(root, entries, known = new Map()) {
  const reached = new Set(entries);
  for (const file of reached) {
    if (!known.has(file)) known.set(file, importsOf(root, file));
    for (const imported of await known.get(file)) reached.add(imported);
  }
  return reached;
}

async function importsOf(root, file) {
  const text = await readFile(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} could not be parsed: ${errors[0].message}`);
  const named = [
    ...module.staticImports.filter(isNeeded).map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .filter(({ moduleRequest, isType }) => moduleRequest && !isType)
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return named.map((name) => sourceFile(file, name)).filter((path) => path !== undefined);
}

/** An import without names is needed for what it does. */
function isNeeded({ entries }) {
  return entries.length === 0 || entries.some(({ isType }) => !isType);
}

function sourceFile(from, name) {
  if (!/\.tsx?$/.test(name)) return undefined;
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(dirname(from), name) : undefined;
}
