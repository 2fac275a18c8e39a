import type { Database } from './database.ts';

const HOUR_MS = 60 * 60 * 1000;

interface Rhythm {
  everyMs?: number;
  /** Also right at the start: for what must not wait longer because a server is started anew. */
  atOnce?: boolean;
}

/** Runs the statements now and then, until it is stopped. Several servers may do so at once. */
export function startSweeps(
  database: Pick<Database, 'query'>,
  statements: readonly string[],
  onError: (error: unknown) => void,
  { everyMs = HOUR_MS, atOnce = false }: Rhythm = {},
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = sweep(database, statements).catch(onError);
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  if (atOnce) run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

export async function sweep(database: Pick<Database, 'query'>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.query(statement);
}
