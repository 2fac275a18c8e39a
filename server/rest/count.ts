import type { Database } from '#server/database/database.ts';
import type { Engine, RestRequest } from './request.ts';
import { Parameters } from './sql/parameters.ts';

/** The select whose rows are to be counted, written anew for each statement. */
export type Countable = (parameters: Parameters) => string;

/**
 * How the rows are counted for this caller. The planner's guess comes from the whole table, so it would reveal how many
 * rows the caller may not see. Only the service's own key gets a guess.
 */
export function countingOf({
  caller,
  preferences,
}: Pick<RestRequest, 'caller' | 'preferences'>): RestRequest['preferences']['count'] {
  const { count } = preferences;
  return count === undefined || caller.role === 'service_role' ? count : 'exact';
}

/** What stands in the statement of the rows themselves: the exact count, or enough to see that it is small. */
export function countSql(
  preference: RestRequest['preferences']['count'],
  from: string,
  maxRows: number,
): string | undefined {
  if (preference === 'exact') return `(select count(*) from ${from})`;
  if (preference === 'estimated') {
    return `(select count(*) from (select 1 from ${from} limit ${maxRows + 1}) as "few")`;
  }
  return undefined;
}

/** The total for the answer: as counted, or as PostgreSQL's planner guesses it where that was asked for. */
export async function totalRows(
  { database, maxRows }: Engine,
  request: RestRequest,
  counted: string | null,
  countable: Countable,
): Promise<bigint | undefined> {
  const exact = counted === null ? undefined : BigInt(counted);
  const { caller } = request;
  const counting = countingOf(request);
  if (counting === 'planned') return plannedRows(database, caller, countable);
  if (counting !== 'estimated' || exact === undefined || exact <= BigInt(maxRows)) return exact;
  const planned = await plannedRows(database, caller, countable);
  return planned > exact ? planned : exact;
}

interface Explained {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

async function plannedRows(
  database: Database,
  caller: RestRequest['caller'],
  countable: Countable,
): Promise<bigint> {
  const parameters = new Parameters();
  const text = `explain (format json) ${countable(parameters)}`;
  const statement = { text, values: parameters.values };
  const { rows } = await database.runAs<Explained>(caller, statement, { readOnly: true });
  return BigInt(Math.round(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0));
}
