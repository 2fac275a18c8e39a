import { openClient } from './client.ts';
import { pidFile } from './embedded/shutdown.ts';

/** Starts a base backup of a running cluster. A temporary slot keeps the WAL until the connection ends. */
export async function startBaseBackup(administratorUrl: string, name: string) {
  const client = await openClient({ connectionString: administratorUrl, application_name: 'nutmeg backup' });
  try {
    const { rows: found } = await client.query<{ cluster: string; version: string }>(
      `select current_setting('data_directory') as cluster, current_setting('server_version') as version`,
    );
    /** The cluster's folder. */
    const cluster = found[0]?.cluster ?? '';
    if ((await pidFile(cluster)) === undefined)
      throw new Error(`the cluster's folder ${cluster} is not here`);
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `nutmeg_backup_${process.pid}`,
    ]);
    // A fast checkpoint, because an office's database is small.
    await client.query('select pg_backup_start($1, fast => true)', [name]);
    return {
      cluster,
      serverVersion: found[0]?.version ?? '',
      /**
       * Ends the backup mode. The WAL files of the backup stay in pg_wal until `close`. Returns the positions and the files of
       * the WAL that the backup needs; `label` and `tablespaceMap`, if not empty, must be files of it, unchanged.
       */
      stop: async () => {
        const { rows } = await client.query<{ label: string; map: string | null; stop: string; wal: string }>(
          `select labelfile as label, spcmapfile as map, lsn::text as stop, pg_walfile_name(lsn) as wal
           from pg_backup_stop(wait_for_archive => false)`,
        );
        const [end] = rows;
        const [, start, firstWal] = /^START WAL LOCATION: (\S+) \(file (\S+)\)/m.exec(end?.label ?? '') ?? [];
        if (end === undefined || start === undefined || firstWal === undefined) {
          throw new Error('PostgreSQL ended the backup without a label');
        }
        const { label, map, stop, wal } = end;
        return { label, tablespaceMap: map ?? '', start, stop, firstWal, lastWal: wal };
      },
      /** Releases everything. Aborts a backup that was not stopped. */
      close: (): Promise<void> => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
