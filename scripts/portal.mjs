// `npm run portal -- <command>`: the command line, with the pinned Node.
import { ensureInstalled, node, run } from './setup.mjs';

await ensureInstalled();
const { code } = await run(node, ['server/operate/cli/main.ts', ...process.argv.slice(2)]);
process.exitCode = code;
