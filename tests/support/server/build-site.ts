import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './server-process.ts';

/**
 * Builds the site unless that was done. Returns its folder.
 * @param pseudo - The build whose Spanish is English in other letters.
 */
export async function buildSite({ pseudo = false } = {}): Promise<string> {
  // Plain JavaScript without types.
  const { ensureBuild } = (await import(pathToFileURL(join(root, 'scripts/build.mjs')).href)) as {
    ensureBuild(options: { root: string; pseudo: boolean }): Promise<string>;
  };
  return ensureBuild({ root, pseudo });
}
