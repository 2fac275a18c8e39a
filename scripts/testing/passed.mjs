// Which slices of the full tier passed on a commit. A release needs all of them.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../setup.mjs';

const file = join(root, '.build/passed-slices.json');

/** Adds slices to those that passed on this commit. Changes that are not committed prove nothing. */
export async function recordPassed(names) {
  if (names.length === 0 || git('status', '--porcelain') !== '') return;
  const commit = git('rev-parse', 'HEAD');
  const passed = [...new Set([...(await passedOn(commit)), ...names])];
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ commit, passed })}\n`);
}

/** The slices that passed on a commit; none if other commits were tested since. */
export async function passedOn(commit) {
  const last = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return last?.commit === commit ? last.passed : [];
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
