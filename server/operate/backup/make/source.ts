import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBaseBackup } from '#server/database/base-backup.ts';
import { countRows } from '#server/database/copy/snapshot.ts';
import type { Database } from '#server/database/database.ts';
import { clusterFiles } from '#server/database/embedded/cluster-files.ts';
import type { Entry } from '../archive.ts';
import { ARCHIVE_FOLDERS, entryOf, keyEntries } from '../archive-entries.ts';
import { BackupError } from '../backup-error.ts';
import { type Manifest, singleChunk } from '../manifest.ts';
import { segmentsBetween } from '../wal/wal-names.ts';
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

/**
 * The files of the embedded cluster, while it runs. The contents of a base backup, in order: the files, the label, the WAL
 * from start to stop, the keys.
 */
export function clusterSource(administratorUrl: string, url: string, dataDir: string): Source {
  return {
    kind: 'cluster',
    open: async (name, { beforeEnd, signal }) => {
      const base = await startBaseBackup(administratorUrl, name);
      let ended: ReturnType<OpenSource['ended']> | undefined;
      const entries = async function* (): AsyncGenerator<Entry> {
        const { files, folders } = await clusterFiles(base.cluster);
        for (const path of files) {
          signal?.throwIfAborted();
          const entry = await entryOf(ARCHIVE_FOLDERS.cluster, base.cluster, path);
          if (entry) yield entry;
        }
        await beforeEnd();
        const rows = await countRows(url);
        const endedAt = new Date();
        const { label, tablespaceMap, start, stop, firstWal, lastWal } = await base.stop();
        yield { path: `${ARCHIVE_FOLDERS.cluster}backup_label`, bytes: singleChunk(label) };
        if (tablespaceMap !== '') {
          yield { path: `${ARCHIVE_FOLDERS.cluster}tablespace_map`, bytes: singleChunk(tablespaceMap) };
        }
        const wal = join(base.cluster, 'pg_wal');
        const histories = (await readdir(wal)).filter((file) => file.endsWith('.history'));
        for (const file of [...histories, ...segmentsBetween(firstWal, lastWal)]) {
          const entry = await entryOf(ARCHIVE_FOLDERS.wal, wal, file);
          if (!entry) throw new BackupError(`PostgreSQL removed ${file} while the backup needed it.`);
          yield entry;
        }
        yield* keyEntries(dataDir);
        ended = { wal: { start, stop, first: firstWal, last: lastWal }, folders, rows, endedAt };
      };
      return {
        postgres: base.serverVersion,
        entries: entries(),
        ended: () => {
          if (ended === undefined) throw new Error('the base backup has not ended');
          return ended;
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
