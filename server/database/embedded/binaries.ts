import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkLibraries, platformPackage } from './libraries.ts';

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
