import type { Database } from '#server/database/database.ts';
import type { Engine } from './engine.ts';
import type { RestRequest } from './request.ts';
import { Parameters } from './sql/parameters.ts';

/** Builds the select whose rows are counted, with the parameters of a statement. */
export type Countable = (parameters: Parameters) => string;

/**
 * The count preference for this caller. The planner's estimate covers the whole table, so it would reveal how many rows
 * the caller can't see. Only `service_role` gets estimates.
 */
export function countPreference({
  caller,
  preferences,
}: Pick<RestRequest, 'caller' | 'preferences'>): RestRequest['preferences']['count'] {
  const { count } = preferences;
  return count === undefined || caller.role === 'service_role' ? count : 'exact';
}

/** The count in the statement of the rows: exact, or up to `maxRows + 1` for `estimated`. */
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

/** The total for the response: the exact count, or the planner's estimate if that was requested. */
export async function totalRows(
  { database, maxRows }: Engine,
  request: RestRequest,
  counted: string | null,
  countable: Countable,
): Promise<bigint | undefined> {
  const exact = counted === null ? undefined : BigInt(counted);
  const { caller } = request;
  const preference = countPreference(request);
  if (preference === 'planned') return plannedRows(database, caller, countable);
  if (preference !== 'estimated' || exact === undefined || exact <= BigInt(maxRows)) return exact;
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
