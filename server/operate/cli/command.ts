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
