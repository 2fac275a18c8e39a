// The migrations of a release never change. `database/released.json` has their hashes, release by release;
// `scripts/release.mjs` writes it and `scripts/check.mjs` compares. Plain JavaScript without dependencies.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NEEDS = /^--\s*needs\b(.*)$/im;
const VERSION = /^: (\d+\.\d+\.\d+)$/;

/**
 * SHA-256 in hex by name of file.
 * @returns {Promise<Map<string, { hash: string, text: string }>>}
 */
export async function readMigrations(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(folder, name), 'utf8');
        const hash = createHash('sha256').update(text).digest('hex');
        return /** @type {const} */ ([name, { hash, text }]);
      }),
    ),
  );
}

/**
 * What is wrong with a folder of migrations.
 * @param {Record<string, Record<string, string>>} released hash by file by version, oldest release first
 * @param {Awaited<ReturnType<typeof readMigrations>>} migrations
 * @returns {string[]} one sentence for each problem
 */
export function frozenProblems(released, migrations) {
  const frozen = frozenFiles(released);
  const newest = Object.keys(released).at(-1);
  const last = [...frozen.keys()].sort().at(-1) ?? '';
  const problems = [];
  for (const [name, { version, hash }] of frozen) {
    const present = migrations.get(name);
    if (!present) problems.push(`${name} was released in ${version} and is gone. Restore it.`);
    else if (present.hash !== hash) {
      problems.push(
        `${name} was released in ${version} and has been edited. Restore it and write a new migration.`,
      );
    }
  }
  for (const [name, { text }] of migrations) {
    if (frozen.has(name)) continue;
    if (name < last) {
      problems.push(`${name} comes before ${last}, which is released. Give it a higher number.`);
    }
    problems.push(...needsProblems(name, text, newest));
  }
  return problems;
}

/** The previous release must run on the schema of the next one, so no migration may need more than that. */
function needsProblems(name, text, newest) {
  const said = NEEDS.exec(text)?.[1];
  if (said === undefined) return [];
  const version = VERSION.exec(said)?.[1];
  if (version === undefined)
    return [`${name}: write "-- Needs: 1.0.0", with the oldest version that works on it.`];
  if (newest !== undefined && compareVersions(version, newest) <= 0) return [];
  return [
    `${name} needs ${version}, but the last release is ${newest ?? 'not made yet'}, and must run on it while servers are ` +
      'upgraded one after the other. Stop using what it takes away in one release, and take it away in the next.',
  ];
}

/** By file, with the first release that has it. */
function frozenFiles(released) {
  const frozen = new Map();
  for (const [version, files] of Object.entries(released)) {
    for (const [name, hash] of Object.entries(files)) {
      if (!frozen.has(name)) frozen.set(name, { version, hash });
    }
  }
  return frozen;
}

/** Negative if the first version is older, 0 if they are equal. */
export function compareVersions(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** `released` with this release at its end: the files that no earlier one has. */
export function withRelease(released, version, migrations) {
  const frozen = frozenFiles(released);
  const fresh = [...migrations].filter(([name]) => !frozen.has(name));
  return { ...released, [version]: Object.fromEntries(fresh.map(([name, { hash }]) => [name, hash])) };
}
