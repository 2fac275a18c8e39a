import type { BackupFacts } from '#domain/health/data-safety.ts';
import type { Database } from '#server/database/database.ts';
import { backupFiles, backupStart, type Manifest } from './manifest.ts';

type Query = Pick<Database, 'query'>;

/** A clock that was ahead leaves backups of the future, which say nothing about today's. Clocks of servers differ a bit. */
const IN_THE_PAST = `started_at < now() + interval '1 hour'`;

/** The state of backups, for the health checks. Good: completed and verified. All null if there was never one. */
export async function readBackupState(database: Query): Promise<BackupFacts> {
  const { rows } = await database.query<BackupFacts>(
    `select
       (select ended_at from nutmeg.backups
         where ended_at is not null and verified_at is not null and verify_problem is null and ${IN_THE_PAST}
         order by started_at desc, id desc limit 1) as "goodAt",
       (select case when coalesce(problem, verify_problem) is not null then coalesce(ended_at, started_at) end
         from nutmeg.backups where ${IN_THE_PAST} order by started_at desc, id desc limit 1) as "failedAt",
       (select min(started_at) from nutmeg.backups where ${IN_THE_PAST}) as "firstAt",
       (select changed_at from nutmeg.wal_shipping where problem is not null) as "stuckSince"`,
  );
  return rows[0] ?? { goodAt: null, failedAt: null, firstAt: null, stuckSince: null };
}

/** Requires the backup lock, so a backup that still seems to run was interrupted. */
export async function recordStart(
  database: Query,
  { name, place, scheduled }: { name: string; place: string; scheduled: boolean },
): Promise<void> {
  await database.query(
    `update nutmeg.backups set problem = 'It was interrupted.' where ended_at is null and problem is null`,
  );
  await database.query(
    `insert into nutmeg.backups (name, place, scheduled, started_at) values ($1, $2, $3, $4)
     on conflict (place, name) do update set started_at = excluded.started_at, ended_at = null, problem = null`,
    [name, place, scheduled, backupStart(name)],
  );
}

/** Files that the place has to have. */
export async function manifestsAt(database: Query, place: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select name from nutmeg.backups
     where place = $1 and ended_at is not null and problem is null and pruned_at is null
     order by started_at desc limit 20`,
    [place],
  );
  return rows.map(({ name }) => backupFiles.manifest(name));
}

type Made = Pick<Manifest, 'name' | 'endedAt'> & { documents: { count: number } };

export async function recordEnd(
  database: Query,
  place: string,
  { manifest, bytes, copied }: { manifest: Made; bytes: number; copied: { count: number; bytes: number } },
  problem?: string,
): Promise<void> {
  const { name, endedAt, documents } = manifest;
  await database.query(
    `update nutmeg.backups set ended_at = $3, bytes = $4, documents = $5, documents_copied = $6,
       documents_copied_bytes = $7, problem = $8 where place = $1 and name = $2`,
    [place, name, endedAt, bytes, documents.count, copied.count, copied.bytes, problem ?? null],
  );
}

/** In its own copy of the records, the restored backup still seems to run, and shipping may be stuck. */
export async function recordRestore(
  database: Query,
  place: string,
  { name, endedAt, documents }: Made,
): Promise<void> {
  await database.query(
    'update nutmeg.backups set ended_at = $3, documents = $4 where place = $1 and name = $2 and ended_at is null',
    [place, name, endedAt, documents.count],
  );
  await database.query('delete from nutmeg.wal_shipping');
}

export async function recordProblem(
  database: Query,
  { name, place, problem }: { name: string; place: string; problem: string },
): Promise<void> {
  await database.query('update nutmeg.backups set problem = $3 where place = $1 and name = $2', [
    place,
    name,
    problem,
  ]);
}

/** Records that shipping works, or why it does not. An unchanged state is not written again. */
export async function recordShipping(
  database: Query,
  place: string,
  problem: string | undefined,
): Promise<void> {
  await database.query(
    `insert into nutmeg.wal_shipping as s (place, problem) values ($1, $2)
     on conflict (only_row) do update
       set place = excluded.place, problem = excluded.problem,
         changed_at = case when s.problem is null or excluded.problem is null then now() else s.changed_at end
       where (s.place, s.problem) is distinct from (excluded.place, excluded.problem)`,
    [place, problem ?? null],
  );
}

export interface ScheduledBackup {
  name: string;
  startedAt: Date;
  isComplete: boolean;
  /** With or without a problem. */
  isVerified: boolean;
}

/** The newest scheduled backup at that place. */
export async function lastScheduledBackup(
  database: Query,
  place: string,
): Promise<ScheduledBackup | undefined> {
  const { rows } = await database.query<ScheduledBackup>(
    `select name, started_at as "startedAt", ended_at is not null as "isComplete",
       verified_at is not null as "isVerified"
     from nutmeg.backups where place = $1 and scheduled and ${IN_THE_PAST} order by started_at desc limit 1`,
    [place],
  );
  return rows[0];
}

export async function recordVerify(
  database: Query,
  { name, place, problem }: { name: string; place: string; problem: string | undefined },
): Promise<void> {
  await database.query(
    'update nutmeg.backups set verified_at = now(), verify_problem = $3 where place = $1 and name = $2',
    [place, name, problem ?? null],
  );
}

export async function recordPruned(database: Query, place: string, names: readonly string[]): Promise<void> {
  await database.query(
    'update nutmeg.backups set pruned_at = now() where place = $1 and name = any($2) and pruned_at is null',
    [place, names],
  );
}

/** The name of the newest backup at the place that was verified without problems. */
export async function newestVerified(database: Query, place: string): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    `select name from nutmeg.backups where place = $1 and verified_at is not null and verify_problem is null
       and pruned_at is null order by started_at desc limit 1`,
    [place],
  );
  return rows[0]?.name;
}
