import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux on every architecture that Node supports. */
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK']).toString());

interface Process {
  parent: number;
  /** Its own processor time and that of its children that have ended, in seconds. */
  seconds: number;
}

/** The processor time of a process and its children so far, in seconds. Linux only. */
export function processorSeconds(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const seconds = all.flatMap((name) => {
    const found = readProcess(name);
    return found && (Number(name) === pid || found.parent === pid) ? [found.seconds] : [];
  });
  return seconds.reduce((sum, one) => sum + one, 0);
}

/** The parent of a process: the main process of PostgreSQL for one of its backends. */
export function parentOf(pid: number): number {
  const found = readProcess(String(pid));
  if (!found) throw new Error(`no process ${pid}`);
  return found.parent;
}

/** Undefined if it has just ended. See proc_pid_stat(5); the name in parentheses may contain anything. */
function readProcess(pid: string): Process | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return { parent: parent ?? 0, seconds: times.reduce((sum, time) => sum + time, 0) / TICKS_PER_SECOND };
}
