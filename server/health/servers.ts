import type { Room } from '#domain/health/machine.ts';
import type { Database } from '#server/database/database.ts';

/** This server, as it reports itself. */
interface ThisServer {
  id: string;
  /** The machine's name. */
  name: string;
  version: string;
}

interface Seen {
  name: string;
  version: string;
  rooms: Room[];
}

export interface Servers {
  /** Reports that this server runs, with the free space of its disks. */
  report(server: ThisServer, rooms: readonly Room[]): Promise<void>;
  /** The servers that have reported in the last ten minutes. */
  running(): Promise<Seen[]>;
  /** Removes this server's report, when it stops. */
  leave(id: string): Promise<void>;
  /** Takes or renews the watcher's lease. It lasts ten minutes. Returns whether this server is the watcher. */
  takeWatch(id: string): Promise<boolean>;
}

export function openServers(database: Pick<Database, 'query'>): Servers {
  return {
    report: async ({ id, name, version }, rooms) => {
      await database.query(
        `with gone as (delete from nutmeg.servers where seen_at < now() - interval '1 day' and id <> $1)
         insert into nutmeg.servers (id, name, version, rooms) values ($1, $2, $3, $4)
         on conflict (id) do update set seen_at = now(), rooms = excluded.rooms`,
        [id, name, version, JSON.stringify(rooms)],
      );
    },
    running: async () => {
      const { rows } = await database.query<Seen>(
        `select name, version, rooms from nutmeg.servers where seen_at > now() - interval '10 minutes'
         order by started_at`,
      );
      return rows;
    },
    leave: async (id) => {
      await database.query(
        `with watch as (update nutmeg.health_watch set until = now() where server_id = $1)
         delete from nutmeg.servers where id = $1`,
        [id],
      );
    },
    takeWatch: async (id) => {
      const { rowCount } = await database.query(
        `update nutmeg.health_watch set server_id = $1, until = now() + interval '10 minutes'
         where server_id = $1 or until <= now()`,
        [id],
      );
      return rowCount === 1;
    },
  };
}
