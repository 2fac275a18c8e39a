import { BackupError } from '#server/operate/backup/backup-error.ts';
import type { Config } from '#server/settings/config.ts';

export interface Context {
  config: Config;
  /** Prints a line to the terminal. */
  print(line: string): void;
}

/** One command of `npm run portal`. */
export interface Command {
  /** The arguments, as the help shows them. */
  usage: string;
  summary: string;
  run(args: string[], context: Context): Promise<void>;
}

/** The command failed. The message says why and what to do. Exit code 1. */
export class CommandError extends Error {}

/** The command line is wrong. Exit code 2. */
export class UsageError extends Error {}

/** For `catch` at a file that an argument names. */
export const orUnreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new CommandError(`${path} can't be read (${error.code}).`);
};

const PROGRESS_MS = 5_000;

/** Returns a function that prints a line, unless it printed one less than five seconds ago. */
export function progressPrinter({ print }: Pick<Context, 'print'>): (line: () => string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() < last + PROGRESS_MS) return;
    last = performance.now();
    print(line());
  };
}

/** Such as `2.3 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(1)} ${units[step]}`;
}

/** Runs work with a signal that Ctrl-C and SIGTERM abort, so that it can release its resources. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new BackupError('It was interrupted.'));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(stopping.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
