import type { Config } from '#server/settings/config.ts';

export interface Context {
  config: Config;
  /** A line for the person at the terminal. */
  print(line: string): void;
}

/** One word of the command line. */
export interface Command {
  /** The arguments, as the help shows them. */
  usage: string;
  says: string;
  run(args: string[], context: Context): Promise<void>;
}

/** It can't be done, and the message says why and what to do. Exit code 1. */
export class CommandError extends Error {}

/** It was asked for in the wrong words. Exit code 2. */
export class UsageError extends Error {}
