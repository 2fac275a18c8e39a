// `npm start`: from a fresh clone to a running portal, on any Node from 20 on.
import { ensureBuild } from './build.mjs';
import { supervise } from './process/supervise.mjs';
import { checkSettings, ensureInstalled, fail, node, root, serverProgram } from './setup.mjs';

await ensureInstalled();
const folder = await ensureBuild({ root, beforeBuild: checkSettings }).catch((error) => fail(error.message));
supervise(node, [...serverProgram, '--site', folder]);
