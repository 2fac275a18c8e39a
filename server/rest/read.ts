import { execute } from './execute.ts';
import { contentRange, MAX_ROWS, type RowRange, rangeStatus, rowRange } from './range.ts';
import { type Answer, answer, type Engine, findRelation, type RestRequest, readQuery } from './request.ts';
import { answerStatement, bodySql, type RowShape, rowForm } from './sql/answer-sql.ts';
import { boundedRows, formedRows } from './sql/bounded-sql.ts';
import { tableSql } from './sql/own-rows.ts';
import { identifier, Parameters } from './sql/parameters.ts';
import { planRead, type ReadNode, refuseWriteParameters } from './sql/plan-read.ts';
import { readSql, type SealReader } from './sql/read-sql.ts';

/** GET and HEAD of a table or view. */
export async function readRelation(engine: Engine, request: RestRequest, name: string): Promise<Answer> {
  const relation = findRelation(engine.schema, name);
  const query = readQuery(request);
  refuseWriteParameters(query);
  const node = planRead(engine.schema, relation, query);
  const from = `${tableSql(relation, request, query)} as ${identifier(node.alias)}`;
  return readRows(engine, request, {
    node,
    source: () => ({ ctes: [], from }),
    shape: 'rows',
    readOnly: true,
  });
}

export interface Reading {
  node: ReadNode;
  /**
   * Builds the source of the rows, a table or a function, with the parameters of a statement; of a page only if the source
   * takes one.
   */
  source: (parameters: Parameters, page?: RowRange) => { ctes: string[]; from: string };
  /** Whether the source can find a page itself. */
  takesPage?: boolean;
  /** Builds the number of all rows, if the source can tell it. */
  count?: ((parameters: Parameters) => string) | undefined;
  shape: RowShape;
  readOnly: boolean;
  /** As in `Job`. */
  keepsEffects?: boolean;
}

/** Responds with the rows of the node, with the requested range and count. */
export async function readRows(engine: Engine, request: RestRequest, reading: Reading): Promise<Answer> {
  const range = rowRange(reading.node, request.range);
  const sealReader = engine.tables.sealReader();
  const statement = pageStatement(request, reading, range, sealReader);
  const row = await execute(engine, request, {
    statement,
    readOnly: reading.readOnly,
    keepsEffects: reading.keepsEffects,
    bounded: 'rows',
  });
  const body = await sealReader.unseal(row.body, request.format);
  const total = await totalRows(engine, request, reading, row.total);
  const status = rangeStatus(range.offset, BigInt(row.rows), total);
  return answer(request.silent === 'empty' ? 204 : status, request, {
    supported: ['count', 'tx', 'handling'],
    contentRange: contentRange(range.offset, BigInt(row.rows), total),
    body: request.silent ? undefined : (body ?? ''),
  });
}

function pageStatement(request: RestRequest, reading: Reading, range: RowRange, sealReader: SealReader) {
  const { format, silent } = request;
  const parameters = new Parameters();
  const preference = countPreference(request);
  const isCounted = preference === 'exact' || preference === 'estimated';
  const count = preference === 'exact' && isWhole(reading.node) ? reading.count : undefined;
  // The source can't be counted if it has only the page.
  const isPaged = reading.takesPage && isWhole(reading.node) && (!isCounted || count !== undefined);
  const { ctes, from } = reading.source(parameters, isPaged ? range : undefined);
  const options = { maxRows: MAX_ROWS, expandStars: format.shape === 'csv', sealReader };
  const rows = readSql({ ...reading.node, ...range, ...(isPaged && { offset: 0n }) }, parameters, options);
  const where = rows.where === '' ? '' : ` where ${rows.where}`;
  const form = rowForm(format, reading.shape, rows.columns);
  const formed = formedRows(reading.node, rows, `from ${from}`, where, form);
  const page = `"page" as (${silent ? formed : boundedRows(formed, form)})`;
  const counted = `${from}${rows.joinsFilter ? rows.joins : ''}${where}`;
  const total = count ? count(parameters) : countSql(preference, counted);
  const body = silent ? 'null' : bodySql(format, reading.shape, rows.columns, parameters);
  const extra = total === undefined ? {} : { total };
  return answerStatement({ ctes: [...ctes, page], from: 'page', body, extra }, parameters);
}

/** Whether the answer has the rows of the source as they are, in their order. */
function isWhole({ conditions, order, items, relation }: ReadNode): boolean {
  return (
    conditions.length === 0 &&
    order.length === 0 &&
    items.every((item) => item.kind === 'star' || ('field' in item && relation.columns.has(item.field.name)))
  );
}

/** The same rows for an estimate of the planner, without columns and order. */
function countedRows({ node, source }: Reading, parameters: Parameters): string {
  const { ctes, from } = source(parameters);
  const bare = { ...node, items: node.items.filter(({ kind }) => kind === 'embed'), order: [] };
  const options = { maxRows: undefined, expandStars: false };
  const rows = readSql({ ...bare, limit: undefined, offset: undefined }, parameters, options);
  const where = rows.where === '' ? '' : ` where ${rows.where}`;
  return `${ctes.length > 0 ? `with ${ctes.join(', ')} ` : ''}select 1 from ${from}${rows.joins}${where}`;
}

/**
 * The count preference for this caller. The planner's estimate covers the whole table, so it would reveal how many rows
 * the caller can't see. Only `service_role` gets estimates.
 */
function countPreference({ caller, preferences: { count } }: RestRequest) {
  return count === undefined || caller.role === 'service_role' ? count : 'exact';
}

/** The count in the statement of the rows: exact, or up to `MAX_ROWS + 1` for `estimated`. */
function countSql(preference: ReturnType<typeof countPreference>, from: string): string | undefined {
  if (preference === 'exact') return `(select count(*) from ${from})`;
  if (preference === 'estimated') {
    return `(select count(*) from (select 1 from ${from} limit ${MAX_ROWS + 1}) as "few")`;
  }
  return undefined;
}

interface Explained {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

/** The total for the response: the exact count, or the planner's estimate if that was requested. */
async function totalRows(
  { database }: Engine,
  request: RestRequest,
  reading: Reading,
  counted: string | null,
): Promise<bigint | undefined> {
  const exact = counted === null ? undefined : BigInt(counted);
  const preference = countPreference(request);
  const isMany = preference === 'estimated' && exact !== undefined && exact > BigInt(MAX_ROWS);
  if (preference !== 'planned' && !isMany) return exact;
  const parameters = new Parameters();
  const text = `explain (format json) ${countedRows(reading, parameters)}`;
  const statement = { text, values: parameters.values };
  const { rows } = await database.runAs<Explained>(request.caller, statement, { readOnly: true });
  const planned = BigInt(Math.round(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0));
  return isMany && exact > planned ? exact : planned;
}
