import type { Database } from './database.ts';

const HOUR_MS = 60 * 60 * 1000;

interface SweepOptions {
  everyMs?: number;
  /** Also run immediately: for sweeps that a restart must not delay. */
  immediately?: boolean;
}

/** Runs the statements at an interval until stopped. Safe on several servers at once. */
export function startSweeps(
  database: Pick<Database, 'query'>,
  statements: readonly string[],
  onError: (error: unknown) => void,
  { everyMs = HOUR_MS, immediately = false }: SweepOptions = {},
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = sweep(database, statements).catch(onError);
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  if (immediately) run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

export async function sweep(database: Pick<Database, 'query'>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.query(statement);
}
