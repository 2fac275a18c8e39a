import { archive } from './archive.ts';
import { backup } from './backup.ts';
import { folderMove } from './folder-move.ts';
import { hotRequests } from './hot-requests.ts';
import { hotStorage } from './hot-storage.ts';
import { importBench } from './import.ts';
import { largeFile } from './large-file.ts';
import { lighthouseBench } from './lighthouse.ts';
import { listing } from './listing.ts';
import { outages } from './outages.ts';
import { pages } from './pages.ts';
import { restore } from './restore.ts';
import { sameAnswer } from './same-answer.ts';
import { portals } from './size/portals.ts';
import { staffSize } from './size/staff-size.ts';
import { smallFiles } from './small-files.ts';
import { throughput } from './throughput.ts';

/** `npm run bench` runs all; `npm run bench -- large-file` one. */
const benches: Record<string, () => Promise<void>> = {
  archive,
  backup,
  'folder-move': folderMove,
  'hot-requests': hotRequests,
  'hot-storage': hotStorage,
  import: importBench,
  'large-file': largeFile,
  outages,
  lighthouse: lighthouseBench,
  listing,
  pages,
  portals,
  restore,
  'same-answer': sameAnswer,
  'small-files': smallFiles,
  'staff-size': staffSize,
  throughput,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(
    `No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`,
  );
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
