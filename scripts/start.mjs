// `npm start`: from a fresh clone to a running portal, on any Node from 20 on.
import { join } from 'node:path';
import { findBuild } from './build.mjs';
import { supervise } from './process/supervise.mjs';
import {
  checkSettings,
  ensureInstalled,
  fail,
  node,
  root,
  run,
  serverEnvironment,
  serverProgram,
  withPinnedNode,
} from './setup.mjs';

await ensureInstalled();
let folder = await findBuild({ root });
if (folder === undefined) {
  await checkSettings();
  // In a separate process: this one stays as long as the server, and a build needs a lot of memory.
  const { code } = await run(process.execPath, [join(root, 'scripts/build.mjs')]);
  if (code !== 0) process.exit(code);
  folder = await findBuild({ root });
  if (folder === undefined) fail('The code has changed while it was built. Please start again.');
}
supervise(node, [...serverProgram, '--site', folder], { env: { ...serverEnvironment, ...withPinnedNode() } });
