import type { OfficeVersion } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import type { Transaction } from '#server/database/database.ts';

/** The demo office has 20 KB. The table refuses more than this, written with spaces. */
export const MAX_FACTS_BYTES = 400_000;

/** A row of `office_settings`. A program of another version may have written its facts. */
export interface StoredFacts {
  version: number;
  source: OfficeVersion['source'];
  facts: unknown;
}

export interface NewVersion {
  /** The version that the facts were made from; 0 if there is none. */
  after: number;
  facts: Business;
  source: OfficeVersion['source'];
  savedBy: string | null;
  restoredFrom?: number;
  changed: readonly string[];
}

type Queries = Pick<Transaction, 'query'>;

/** The newest facts, or the newest of those before a version. */
export async function newestFacts(
  database: Queries,
  before: number | null = null,
): Promise<StoredFacts | undefined> {
  const { rows } = await database.query<StoredFacts>(
    `select version::float8 as version, source, facts from public.office_settings
     where $1::bigint is null or version < $1::bigint order by office_settings.version desc limit 1`,
    [before],
  );
  return rows[0];
}

export async function newestVersion(database: Queries): Promise<number> {
  const { rows } = await database.query<{ newest: number }>(
    'select coalesce(max(version), 0)::float8 as newest from public.office_settings',
  );
  return rows[0]?.newest ?? 0;
}

export async function factsOfVersion(database: Queries, version: number): Promise<unknown> {
  const { rows } = await database.query<{ facts: unknown }>(
    'select facts from public.office_settings where version = $1',
    [version],
  );
  return rows[0]?.facts;
}

/** The versions before one, newest first. */
export async function listVersions(
  database: Queries,
  before: number | null,
  count: number,
): Promise<OfficeVersion[]> {
  const { rows } = await database.query<Omit<OfficeVersion, 'savedAt'> & { savedAt: Date }>(
    `select s.version::float8 as version, s.saved_at as "savedAt", s.source,
       s.restored_from::float8 as "restoredFrom", s.changed,
       (select p.name from nutmeg.person(s.saved_by) p) as "savedBy"
     from public.office_settings s
     where $1::bigint is null or s.version < $1::bigint order by s.version desc limit $2`,
    [before, count],
  );
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

/** Adds a version. Returns its number; undefined if `after` is not the newest version anymore. */
export async function addVersion(
  tx: Queries,
  { after, facts, source, savedBy, restoredFrom, changed }: NewVersion,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ version: number }>(
    `insert into public.office_settings (version, saved_by, source, restored_from, changed, facts)
     select $1::bigint + 1, $2::uuid, $3, $4::bigint, $5::text[], $6::jsonb
     where $1::bigint = (select coalesce(max(version), 0) from public.office_settings)
     on conflict (version) do nothing
     returning version::float8 as version`,
    [after, savedBy, source, restoredFrom ?? null, changed, JSON.stringify(facts)],
  );
  return rows[0]?.version;
}
