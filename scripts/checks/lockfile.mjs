// npm drops an optional package of another platform from the lockfile when the registry it was run
// against does not carry it, and `npm ci` then refuses the whole file, on every machine.
// `node scripts/checks/lockfile.mjs` lists what is missing; `--fix` writes it back from the parent's own list.
// Such an entry has no integrity hash until npm is run against a registry that carries it: see `integrityGaps`.
// npm also skips an optional package whose `engines` exclude the Node it runs on. The packages are used with the Node
// of this lockfile, but installed by an older one, so optional packages are listed without `engines`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** Whether Node, looking from the package at `from` outwards, would find `name` in the lockfile. */
function isHeld(packages, from, name) {
  const nests = from.split('node_modules/');
  return nests.some(
    (_, depth) =>
      `${nests
        .slice(0, depth + 1)
        .join('node_modules/')
        .replace(/\/?$/, '/')}node_modules/${name}`.replace(/^\//, '') in packages,
  );
}

/** A platform package is named after its platform; the lockfile entry states the same in fields. */
function describePackage(name, version) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return {
    version,
    ...(cpu.length ? { cpu } : {}),
    ...(libc.length && os[0] === 'linux' ? { libc } : {}),
    optional: true,
    ...(os.length ? { os } : {}),
  };
}

/** Every optional dependency that some package names and the lockfile does not hold. */
export function missingFromLockfile(lock) {
  const missing = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isHeld(lock.packages, place, name)) missing.set(name, version);
    }
  }
  return missing;
}

/** The optional packages with `engines`, by their place in the lockfile. */
export function optionalWithEngines(lock) {
  return Object.entries(lock.packages).filter(([, { optional, engines }]) => optional && engines?.node);
}

/**
 * The packages without an integrity hash that are not in the list of known ones, and the listed ones that now have a
 * hash or are gone. Without a hash npm does not verify what it fetches, so each such package is named in
 * `lockfile-gaps.json`: packages for other platforms that the registry used for this file does not carry.
 */
export function integrityGaps(lock, known) {
  const without = Object.entries(lock.packages)
    .filter(([place, entry]) => place !== '' && !entry.integrity && !entry.link)
    .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`);
  return {
    unknown: without.filter((name) => !known.includes(name)),
    closed: known.filter((name) => !without.includes(name)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingFromLockfile(lock);
  for (const [name, version] of missing) {
    console.log(`${name}@${version}`);
    lock.packages[`node_modules/${name}`] = describePackage(name, version);
  }
  const bound = optionalWithEngines(lock);
  for (const [place, entry] of bound) {
    console.log(`${place}: engines`);
    delete entry.engines;
  }
  const problems = missing.size + bound.length;
  if (problems > 0 && process.argv.includes('--fix')) {
    const root = lock.packages[''];
    const rest = Object.entries(lock.packages).filter(([place]) => place !== '');
    rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
    lock.packages = { '': root, ...Object.fromEntries(rest) };
    writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  } else if (problems > 0) process.exitCode = 1;
}
