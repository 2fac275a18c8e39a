import { statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from './command-line.ts';

/** The account that the command runs as in place of root. */
let owner: number | undefined;

process.exitCode = await runCommandLine(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => {
    process.stderr.write(`${line}\n`);
    if (owner === undefined || !/EACCES|EPERM/.test(line)) return;
    process.stderr.write(
      `DATA_DIR belongs to another account (${owner}), so this command ran as that account, not as root. ` +
        'Name a file or folder that this account can use.\n',
    );
  },
  prepare: ({ dataDir }) => {
    owner = becomeOwner(dataDir);
  },
});

/** Files of root in the data folder of a service account would lock its server out. */
function becomeOwner(dataDir: string): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // A server that runs as root in another account's folder has its own keys there.
  const paths = [join(dataDir, 'keys'), dataDir];
  const found = paths.map((path) => statSync(path, { throwIfNoEntry: false })).find((stats) => stats);
  if (!found || found.uid === 0) return undefined;
  const { uid, gid } = found;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  return uid;
}
