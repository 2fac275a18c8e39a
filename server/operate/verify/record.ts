import type { ScrubFacts } from '#domain/health/data-safety.ts';
import type { Database } from '#server/database/database.ts';
import { type Finding, UNREADABLE_KINDS } from './check.ts';
import type { VerifyReport } from './verify-portal.ts';

type Queries = Pick<Database, 'query'>;

/** The state of verification, for the health checks and the metrics. */
export async function lastScrub(database: Queries): Promise<ScrubFacts> {
  const { rows } = await database.query<ScrubFacts>(
    `select s.started_at as "startedAt", s.last_finished_at as "finishedAt", f.findings, f.unreadable
     from nutmeg.scrub s cross join (
       select count(*)::int as findings,
         count(distinct path) filter (where kind = any($1))::int as unreadable from nutmeg.findings
     ) as f`,
    [UNREADABLE_KINDS],
  );
  return rows[0] ?? { startedAt: null, finishedAt: null, findings: 0, unreadable: 0 };
}

export async function recordFinding(database: Queries, finding: Finding): Promise<void> {
  const { check, key, kind, what, path, client } = finding;
  await database.query(
    `insert into nutmeg.findings (check_name, key, kind, what, path, client_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (check_name, key, kind) do update set
       what = excluded.what, path = excluded.path, client_id = excluded.client_id, seen_at = now()`,
    [check, key, kind, what, path ?? null, client?.id ?? null],
  );
}

export async function forgetFinding(
  database: Queries,
  { check, key, kind }: Pick<Finding, 'check' | 'key' | 'kind'>,
): Promise<void> {
  await database.query('delete from nutmeg.findings where check_name = $1 and key = $2 and kind = $3', [
    check,
    key,
    kind,
  ]);
}

/** The time of the database's clock. */
export async function databaseTime(database: Queries): Promise<Date> {
  const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}

/** A complete run outside the background rounds: removes findings that it did not see again. */
export async function recordFullRun(
  database: Queries,
  startedAt: Date,
  { documents, bytes }: VerifyReport,
): Promise<void> {
  await database.query('delete from nutmeg.findings where seen_at < $1', [startedAt]);
  await database.query(
    `update nutmeg.scrub set last_started_at = $1, last_finished_at = now(), last_documents = $2, last_bytes = $3`,
    [startedAt, documents, bytes],
  );
}
