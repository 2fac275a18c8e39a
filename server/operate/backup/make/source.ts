import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBaseBackup } from '#server/database/base-backup.ts';
import { countRows } from '#server/database/copy/snapshot.ts';
import type { Database } from '#server/database/database.ts';
import type { Entry } from '../archive.ts';
import { type ClusterEnd, clusterEntries } from '../cluster-entries.ts';
import type { Manifest } from '../manifest.ts';
import { saveTables, tableEntries } from './logical-archive.ts';

/** How the database gets into a backup. */
export interface Source {
  kind: Manifest['kind'];
  open(name: string, hooks: Hooks): Promise<OpenSource>;
}

interface Hooks {
  /** Must be awaited as late as possible before the moment that the backup represents. */
  beforeEnd(): Promise<void>;
  signal: AbortSignal | undefined;
}

export interface OpenSource {
  /** PostgreSQL's version. */
  postgres: string;
  entries: AsyncIterable<Entry>;
  /** Available after the entries have been read. */
  ended(): Pick<Manifest, 'wal' | 'folders' | 'rows'> & { endedAt: Date };
  close(): Promise<void>;
}

/** The files of the embedded cluster, while it runs. */
export function clusterSource(administratorUrl: string, url: string, dataDir: string): Source {
  return {
    kind: 'cluster',
    open: async (name, { beforeEnd, signal }) => {
      const base = await startBaseBackup(administratorUrl, name);
      let end: ClusterEnd | undefined;
      let rows: Record<string, number> = {};
      let endedAt = new Date();
      const beforeStop = async () => {
        await beforeEnd();
        rows = await countRows(url);
        endedAt = new Date();
      };
      return {
        postgres: base.serverVersion,
        entries: (async function* () {
          end = yield* clusterEntries(base, dataDir, beforeStop, signal);
        })(),
        ended: () => {
          if (end === undefined) throw new Error('the base backup has not ended');
          const { start, stop, firstWal, lastWal, folders } = end;
          return { wal: { start, stop, first: firstWal, last: lastWal }, folders, rows, endedAt };
        },
        close: base.close,
      };
    },
  };
}

/** All rows, in one snapshot, of an external database whose files can't be read. */
export function logicalSource(database: Database, url: string, dataDir: string): Source {
  return {
    kind: 'logical',
    open: async (_name, { beforeEnd }) => {
      await beforeEnd();
      const endedAt = new Date();
      const { rows: found } = await database.query<{ version: string }>(
        `select current_setting('server_version') as version`,
      );
      const folder = join(dataDir, 'backup-tables');
      await rm(folder, { recursive: true, force: true });
      const tables = await saveTables(url, folder);
      const rows = Object.fromEntries(tables.summary.tables.map((table) => [table.name, table.rows]));
      return {
        postgres: found[0]?.version ?? '',
        entries: tableEntries(tables, dataDir),
        ended: () => ({ folders: [], rows, endedAt }),
        close: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}
