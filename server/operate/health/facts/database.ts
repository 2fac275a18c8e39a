import type { DatabaseFacts } from '#domain/health/machine.ts';
import { unavailability } from '#server/database/availability.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';

const TIMEOUT_MS = 8_000;
const READ_ONLY = '25006';

// Counts connections of the whole cluster, because the limit applies to it.
const ABOUT = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('max_connections')::int as "connectionLimit",
    (select sum(numbackends)::int from pg_stat_database) as connections`;

/** Queries the database, and writes a row. */
export async function databaseFacts(database: Pick<Database, 'query'>): Promise<DatabaseFacts> {
  const asked = database.query<{ version: string; connections: number; connectionLimit: number }>(ABOUT);
  const about = await withTimeout(asked, TIMEOUT_MS).then(
    ({ rows }) => rows[0],
    // For any reason: the portal can't work without the database.
    () => undefined,
  );
  if (about === undefined) return { answers: false };
  return { answers: true, writes: await canWrite(database), ...about };
}

async function canWrite(database: Pick<Database, 'query'>): Promise<boolean> {
  try {
    await withTimeout(database.query('update nutmeg.health_watch set written_at = now()'), TIMEOUT_MS);
    return true;
  } catch (error) {
    if (error instanceof TimeoutError || sqlState(error) === READ_ONLY || unavailability(error) === 'full')
      return false;
    throw error;
  }
}

/** The offset of the database's clock from ours, in seconds. */
export async function databaseClock(database: Pick<Database, 'query'>, now: () => number): Promise<number> {
  const before = now();
  const { rows } = await database.query<{ at: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
  );
  const middle = (before + now()) / 2;
  return ((rows[0]?.at ?? middle) - middle) / 1000;
}
