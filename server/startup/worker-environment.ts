import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** For a thread that reads hostile files: no settings, only the folder of compiled code, which halves the time of its start. */
export function workerEnvironment(): { NODE_COMPILE_CACHE?: string } {
  const ofThisVersion = getCompileCacheDir();
  return ofThisVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofThisVersion) };
}
