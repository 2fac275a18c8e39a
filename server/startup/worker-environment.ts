import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Of a thread for hostile files: no settings, but the compiled code of this process, which halves the cost of its start. */
export function workerEnvironment(): { NODE_COMPILE_CACHE?: string } {
  const ofThisVersion = getCompileCacheDir();
  return ofThisVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofThisVersion) };
}
