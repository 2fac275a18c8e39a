import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterFiles, openClusterFile } from './cluster-files.ts';

let cluster: string;
beforeAll(async () => {
  cluster = await mkdtemp(join(tmpdir(), 'nutmeg-cluster-files-'));
});
afterAll(() => rm(cluster, { recursive: true, force: true }));

const kept = [
  'PG_VERSION',
  'base/1/1259',
  'base/1/1259.1',
  'base/1/1259_fsm',
  'base/1/16500_init',
  'base/1/pg_filenode.map',
  'global/pg_control',
  'pg_xact/0000',
];
const leftOut = [
  // An unlogged table: only its init fork is kept.
  ...['base/1/16500', 'base/1/16500.1', 'base/1/16500_fsm'],
  // Temporary tables and files, and the catalog cache.
  ...['base/1/t3_16400', 'base/1/t3_16400_fsm', 'base/pgsql_tmp/pgsql_tmp12.0', 'base/1/pg_internal.init'],
  ...['postmaster.pid', 'postmaster.opts', 'backup_label', 'recovery.signal'],
  ...['pg_wal/000000010000000000000001', 'pg_replslot/one/state', 'pg_notify/0000', 'pg_subtrans/0000'],
];

test('a base backup has the files that PostgreSQL’s manual lists, pg_control last, and empty folders', async () => {
  for (const path of [...kept, ...leftOut]) {
    await mkdir(dirname(join(cluster, path)), { recursive: true });
    await writeFile(join(cluster, path), 'x');
  }
  const { files, folders } = await clusterFiles(cluster);
  expect(files.toSorted()).toEqual(kept.toSorted());
  expect(files.at(-1)).toBe('global/pg_control');
  expect(folders).toEqual(
    expect.arrayContaining(['base/1', 'pg_wal', 'pg_wal/archive_status', 'pg_replslot', 'pg_notify']),
  );
  expect(folders).not.toContain('pg_replslot/one');
  expect(folders).not.toContain('base/pgsql_tmp');
});

test('openClusterFile reads a file, and returns undefined for a missing one', async () => {
  expect(await openClusterFile(join(cluster, 'gone'))).toBeUndefined();
  const bytes = Buffer.alloc(3_000_001, 5);
  await writeFile(join(cluster, 'large'), bytes);
  const parts = [];
  for await (const part of (await openClusterFile(join(cluster, 'large'))) ?? []) parts.push(part);
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
});
