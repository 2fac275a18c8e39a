// Apart from the rules of jobs.ts, so that pages load without zod.

/** The database's limits (migration 0049_bulk_jobs). */
export const MOST_CLIENTS = 10_000;
export const MOST_TAG = 40;
export const MOST_TITLE = 200;

/** Whether each client gets a letter. */
export const writesLetters = (kind: string): kind is 'remind' | 'letter' =>
  kind === 'remind' || kind === 'letter';
