import type { Room } from '#domain/health/machine.ts';
import type { Database } from '#server/database/database.ts';

type Queries = Pick<Database, 'query'>;

/** A server, as it reports itself. */
interface Server {
  /** The machine's name. */
  name: string;
  version: string;
  /** Free space of its disks. */
  rooms: readonly Room[];
}

export async function reportServer(
  database: Queries,
  id: string,
  { name, version, rooms }: Server,
): Promise<void> {
  await database.query(
    `with gone as (delete from nutmeg.servers where seen_at < now() - interval '1 day' and id <> $1)
     insert into nutmeg.servers (id, name, version, rooms) values ($1, $2, $3, $4)
     on conflict (id) do update set seen_at = now(), rooms = excluded.rooms`,
    [id, name, version, JSON.stringify(rooms)],
  );
}

/** The servers that have reported in the last ten minutes. */
export async function runningServers(database: Queries): Promise<Server[]> {
  const { rows } = await database.query<Server>(
    `select name, version, rooms from nutmeg.servers where seen_at > now() - interval '10 minutes'
     order by started_at`,
  );
  return rows;
}

/** For a server that stops. */
export async function removeServer(database: Queries, id: string): Promise<void> {
  await database.query('delete from nutmeg.servers where id = $1', [id]);
}
