import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The files of a path, sorted, relative to the root and with slashes. A file returns itself, a missing path nothing.
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
export function namesBelow(root, path) {
  const info = statSync(join(root, path), { throwIfNoEntry: false });
  if (!info) return [];
  if (info.isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(folderOf(entry), entry.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

/** @param {{ parentPath?: string, path?: string }} entry Before Node 20.12, `path` has the folder. */
const folderOf = ({ parentPath, path }) => parentPath ?? path;
