import type { Database } from './database.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Runs the statements now and then, until it is stopped. Several servers may do so at once. */
export function startSweeps(
  database: Pick<Database, 'query'>,
  statements: readonly string[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(database, statements).catch(onError);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

export async function sweep(database: Pick<Database, 'query'>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.query(statement);
}
