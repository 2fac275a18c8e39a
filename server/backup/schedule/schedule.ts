import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Database } from '#server/database/database.ts';
import type { BackupPlace } from '../place/place.ts';
import { lastScheduled } from '../records.ts';
import { isBackupDue } from './due.ts';

interface Parts {
  database: Pick<Database, 'query'>;
  place: BackupPlace;
  /** By the office's clocks. */
  at: string;
  timeZone: string;
  /** Whether WAL is shipped beside the backups, and no chain is open for it. */
  lacksChain(): Promise<boolean>;
  log: { warn(details: object, message: string): void };
  everyMs?: number;
}

const EVERY_MS = 60_000;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Behind everything that people wait for. */
const NICE = 10;

/**
 * Looks every minute whether a backup is due, and has it made by a process of its own: hashing and compressing must not
 * hold up requests. With several servers on one database, one makes it; the database's lock and record decide which.
 */
export function startSchedule(parts: Parts): { stop(): Promise<void> } {
  const { everyMs = EVERY_MS, log } = parts;
  let child: ChildProcess | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const look = async () => {
    if (!(await isDue(parts)) || stopped) return;
    child = spawn(process.execPath, ['server/cli/main.ts', 'backup', '--scheduled'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    lowerPriority(child.pid);
    const complained = child.stderr ? await text(child.stderr) : '';
    const [code] = await ended;
    child = undefined;
    if (code !== 0 && !stopped) log.warn({ code }, `the backup of the schedule failed: ${complained.trim()}`);
  };
  const run = () => {
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'the backup of the schedule could not be started'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  run();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      child?.kill('SIGTERM');
      await running;
    },
  };
}

async function isDue({ database, place, at, timeZone, lacksChain }: Parts): Promise<boolean> {
  return isBackupDue({
    now: new Date(),
    at,
    clock: zonedClock(timeZone),
    last: await lastScheduled(database, place.label),
    lacksChain: await lacksChain(),
  });
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // A container may forbid it, or the process is gone; what it does is right at any priority.
  }
}
