// The process of portal-host.ts. A worker starts dozens of portals; in a process that has loaded and compiled the server
// already, each takes a sixth of the processor time.
import { rmSync } from 'node:fs';
import { type RunningPortal, startPortal } from '#server/portal.ts';
import { readConfig } from '#server/settings/config.ts';
import { createLog } from '#server/startup/log.ts';
import type { Answer, Command } from './portal-host.ts';

const portals = new Map<number, RunningPortal>();
const dataDirs = new Set<string>();
// A worker that has ended reads no more.
const answer = (message: Answer) => process.send?.(message, undefined, undefined, () => undefined);

process.on('message', ({ id, start }: Command) => {
  const carriedOut = start ? startOne(id, start) : portals.get(id)?.stop();
  Promise.resolve(carriedOut).then(
    () => answer({ id, error: undefined }),
    (error: Error) => answer({ id, error: error.stack ?? error.message }),
  );
});

// The worker ended, and with it all files that it had.
process.on('disconnect', () => {
  for (const folder of dataDirs) rmSync(folder, { recursive: true, force: true });
  process.exit();
});

async function startOne(id: number, { env, siteFolder }: NonNullable<Command['start']>): Promise<void> {
  const config = readConfig(env);
  dataDirs.add(config.dataDir);
  const log = createLog(config.logLevel, { write: (line) => void answer({ id, line }) });
  const stopping = new AbortController().signal;
  portals.set(id, await startPortal({ config, log, siteFolder, restarts: 0, stopping }));
}
