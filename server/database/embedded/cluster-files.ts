import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '#server/unless-gone.ts';

/** Folders whose contents PostgreSQL recreates, or that belong to this server only. The empty folders are kept. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'postgresql.auto.conf.tmp',
  'current_logfiles.tmp',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'recovery.signal',
  'standby.signal',
]);
/** Temporary files and tables, and the catalog cache. */
const TEMPORARY = /^(pgsql_tmp|pg_internal\.init|t\d+_\d+(_[a-z]+)?(\.\d+)?$)/;
const RELATION = /^(\d+)(?:_[a-z]+)?(?:\.\d+)?$/;
const INIT_FORK = /^(\d+)_init$/;
/** Copied last, like pg_basebackup does. */
const CONTROL_FILE = 'global/pg_control';

/**
 * Lists the files of a base backup of a running cluster, as PostgreSQL's manual requires ("Making a Base Backup Using
 * the Low Level API"), and the folders that must exist although they are empty. Excludes pg_wal.
 */
export async function clusterFiles(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  const visit = async (folder: string) => {
    // Files of a table or database that is being dropped may vanish.
    const entries = (await readdir(join(cluster, folder), { withFileTypes: true }).catch(unlessGone)) ?? [];
    const unlogged = new Set(entries.flatMap(({ name }) => INIT_FORK.exec(name)?.[1] ?? []));
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (TEMPORARY.test(entry.name)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        if (!EMPTIED.has(path)) await visit(path);
      } else if (entry.isFile() && !isLeftOut(folder, entry.name, unlogged)) {
        files.push(path);
      }
    }
  };
  await visit('');
  folders.push('pg_wal/archive_status', 'pg_wal/summaries');
  return { files: [...files.filter((path) => path !== CONTROL_FILE), CONTROL_FILE], folders };
}

/** Recovery empties unlogged tables, so only their init forks are copied. */
function isLeftOut(folder: string, name: string, unlogged: ReadonlySet<string>): boolean {
  if (folder === '' && LEFT_OUT.has(name)) return true;
  const relation = RELATION.exec(name)?.[1];
  return relation !== undefined && unlogged.has(relation) && !INIT_FORK.test(name);
}

const CHUNK_BYTES = 1024 * 1024;

/** A file of a running cluster; undefined if gone. It may change while it is read: the backup's WAL repairs that. */
export async function openClusterFile(path: string): Promise<AsyncIterable<Buffer> | undefined> {
  const file = await open(path, 'r').catch(unlessGone);
  return file?.createReadStream({ highWaterMark: CHUNK_BYTES });
}
