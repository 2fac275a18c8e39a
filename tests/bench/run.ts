import { parseArgs } from 'node:util';
import { withPinnedNode } from '../../scripts/setup.mjs';
import { archive } from './archive.ts';
import { backup } from './backup.ts';
import { compareResults } from './bench-table.ts';
import { lighthouseBench } from './browser/lighthouse.ts';
import { slowPhone } from './browser/slow-phone.ts';
import { folderMove } from './folder-move.ts';
import { hotPaths } from './hot-paths.ts';
import { importBench } from './import.ts';
import { largeFile } from './large-file.ts';
import { listing } from './listing.ts';
import { outages } from './outages.ts';
import { pages } from './pages.ts';
import { restore } from './restore.ts';
import { sameAnswer } from './same-answer.ts';
import { signing } from './signing.ts';
import { portals } from './size/portals.ts';
import { staffSize } from './size/staff-size.ts';
import { smallFiles } from './small-files.ts';
import { start } from './start.ts';
import { throughput } from './throughput.ts';

/**
 * `npm run bench` runs all; `npm run bench -- large-file` one. `hot-paths` also takes `--only "POST 1 KB"` and
 * `--json a.json`, and `npm run bench -- compare a.json b.json` prints two of its runs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, json: { type: 'string' } },
});

// The servers keep compiled modules, like that of `npm start`: without them, a server also keeps the compiler of TypeScript.
process.env.NODE_COMPILE_CACHE = withPinnedNode().NODE_COMPILE_CACHE;

const benches: Record<string, () => Promise<void>> = {
  archive,
  backup,
  'folder-move': folderMove,
  'hot-paths': () => hotPaths(values),
  import: importBench,
  'large-file': largeFile,
  outages,
  lighthouse: lighthouseBench,
  listing,
  pages,
  portals,
  restore,
  'same-answer': sameAnswer,
  signing,
  'slow-phone': slowPhone,
  'small-files': smallFiles,
  'staff-size': staffSize,
  start,
  throughput,
};

const [command, ...rest] = positionals;
if (command === 'compare') {
  const [before, after] = rest;
  if (before === undefined || after === undefined) throw new Error('compare needs two files');
  await compareResults(before, after);
} else {
  const unknown = positionals.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    process.stderr.write(
      `No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`,
    );
    process.exit(1);
  }
  for (const [name, bench] of Object.entries(benches)) {
    if (positionals.length === 0 || positionals.includes(name)) await bench();
  }
}
