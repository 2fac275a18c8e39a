import type { Statement } from '#server/database/database.ts';
import { RestError } from './errors.ts';
import { execute, refuseRollback } from './execute.ts';
import { type Payload, parsePayload, unknownColumn } from './payload.ts';
import { type RestQuery, refuse } from './query/parse-query.ts';
import { contentRange } from './range.ts';
import { type Answer, answer, type Engine, findRelation, type RestRequest, readQuery } from './request.ts';
import type { Relation } from './schema/schema-cache.ts';
import { answerStatement, bodySql, rowForm } from './sql/answer-sql.ts';
import { boundedRows, formedRows } from './sql/bounded-sql.ts';
import { Parameters } from './sql/parameters.ts';
import { planRead, type ReadNode } from './sql/plan-read.ts';
import type { SealReader } from './sql/read-sql.ts';
import { readSql } from './sql/read-sql.ts';
import {
  type Conflict,
  deleteSql,
  insertSql,
  locationSql,
  primaryKeySql,
  replacedCount,
  returningSql,
  updateSql,
  type Write,
} from './sql/write-sql.ts';

const CHANGED = 'changed';

/** POST: insert or, with a `resolution`, upsert. */
export async function insertRows(engine: Engine, request: RestRequest, name: string): Promise<Answer> {
  const relation = findRelation(engine.schema, name);
  const query = readQuery(request);
  if (query.conditions.some(({ path }) => path.length === 0)) refuse('filters are not for POST');
  const conflict = conflictOf(request, relation, query, engine.tables.conflictOf(relation));
  const { payload, before } = prepared(engine, request, relation, query);
  const useDefaults = request.preferences.missing === 'default';
  const changeSql: ChangeSql = (target) => insertSql(target, payload, { conflict, useDefaults });
  const row = await write(engine, request, relation, query, changeSql, before);
  const allReplaced = conflict?.replace === true && row.affected !== '0' && row.replaced === row.affected;
  return answer(allReplaced ? 200 : 201, request, {
    supported: ['resolution', 'missing', 'return', 'count', 'tx', 'handling'],
    contentRange: contentRange(0n, 0n, row.count),
    body: row.body,
    ...(row.location === null ? {} : { location: locationOf(name, row.location) }),
  });
}

/** PATCH */
export async function updateRows(engine: Engine, request: RestRequest, name: string): Promise<Answer> {
  const relation = findRelation(engine.schema, name);
  const query = readQuery(request);
  if (query.onConflict) refuse('"on_conflict" is for POST only');
  const { payload, before } = prepared(engine, request, relation, query);
  if (payload.rows.length !== 1) refuse('the body of a PATCH must be one object');
  const conditions = conditionsOf('UPDATE', query);
  const useDefaults = request.preferences.missing === 'default';
  const changeSql: ChangeSql = (target) => updateSql(target, payload, { conditions, useDefaults });
  const row = await write(engine, request, relation, query, changeSql, before);
  return answer(statusOf(request), request, {
    supported: ['missing', 'return', 'count', 'tx', 'handling'],
    contentRange: contentRange(0n, BigInt(row.affected ?? 0), row.count),
    body: row.body,
  });
}

/** DELETE */
export async function deleteRows(engine: Engine, request: RestRequest, name: string): Promise<Answer> {
  const relation = findRelation(engine.schema, name);
  const query = readQuery(request);
  if (query.columns ?? query.onConflict) refuse('"columns" and "on_conflict" are not for DELETE');
  const conditions = conditionsOf('DELETE', query);
  const row = await write(engine, request, relation, query, (target) => deleteSql(target, conditions));
  return answer(statusOf(request), request, {
    supported: ['return', 'count', 'tx', 'handling'],
    contentRange: contentRange(0n, 0n, row.count),
    body: row.body,
  });
}

type ChangeSql = (target: Write) => string;

/** The validated body, with the rules of a sealed table applied. */
function prepared(
  engine: Engine,
  request: RestRequest,
  relation: Relation,
  query: RestQuery,
): { payload: Payload; before?: Statement } {
  const payload = parsePayload(request.body, relation, query.columns);
  return engine.tables.prepare(relation, payload, request.caller) ?? { payload };
}

/** Runs the change, and selects the changed rows for the response. */
async function write(
  engine: Engine,
  request: RestRequest,
  relation: Relation,
  query: RestQuery,
  changeSql: ChangeSql,
  before?: Statement,
) {
  const { caller, format, preferences } = request;
  if (caller.role === 'anon' || caller.pass)
    refuseRollback(request, 'writes by visitors or with a captcha pass');
  const sealReader = engine.tables.sealReader();
  if (query.limits.length + query.offsets.length > 0) {
    throw new RestError('PGRST127', { details: 'limit and offset on a request that writes' });
  }
  const parameters = new Parameters();
  const node: ReadNode = { ...planRead(engine.schema, relation, query), conditions: [] };
  const wanted = preferences.return ?? 'minimal';
  const ctes = [
    `"${CHANGED}" as (${changeSql({ relation, parameters, returning: returning(wanted, node, sealReader) })})`,
  ];
  const extra = {
    affected: `(select count(*) from "${CHANGED}")`,
    replaced: replacedCount(CHANGED),
    ...(wanted === 'headers-only' ? { location: locationSql(relation, CHANGED, parameters) } : {}),
  };
  let from: string | undefined;
  let body = 'null';
  if (wanted === 'representation') {
    const options = { maxRows: undefined, expandStars: format.shape === 'csv', sealReader };
    const rows = readSql(node, parameters, options);
    const form = rowForm(format, 'rows', rows.columns);
    const formed = formedRows(node, rows, `from "${CHANGED}" as "${node.alias}"`, '', form);
    ctes.push(`"page" as (${boundedRows(formed, form)})`);
    from = 'page';
    body = bodySql(format, 'rows', rows.columns, parameters);
  }
  const row = await execute(engine, request, {
    statement: answerStatement({ ctes, from, body, extra }, parameters),
    readOnly: false,
    before,
    bounded: 'affected',
  });
  return {
    ...row,
    body: wanted === 'representation' ? ((await sealReader.unseal(row.body, format)) ?? '') : undefined,
    count: preferences.count === undefined ? undefined : BigInt(row.affected ?? 0),
  };
}

function returning(
  wanted: 'representation' | 'headers-only' | 'minimal',
  node: ReadNode,
  sealReader: SealReader,
): string {
  if (wanted === 'representation') return returningSql(node, sealReader.requiredColumns(node.relation));
  // Without columns, callers don't need the permission to read what they write.
  return wanted === 'headers-only' ? primaryKeySql(node.relation) : '1 as "_"';
}

function conflictOf(
  { preferences: { resolution } }: RestRequest,
  relation: Relation,
  { onConflict }: RestQuery,
  /** The default of `on_conflict` for this table. */
  defaultColumns: readonly string[] | undefined,
): Conflict | undefined {
  if (resolution === undefined) {
    if (onConflict)
      refuse('"on_conflict" needs a preference: resolution=merge-duplicates or ignore-duplicates');
    return undefined;
  }
  const columns = onConflict ?? defaultColumns ?? relation.primaryKey;
  const unknown = columns.find((column) => !relation.columns.has(column));
  if (unknown !== undefined) throw unknownColumn(relation, unknown);
  const replace = resolution === 'merge-duplicates';
  // Without a primary key there is nothing to merge by, so it is an insert.
  return columns.length === 0 && replace ? undefined : { columns, replace };
}

/** Throws 21000 without filters, like the hosted service: changing all rows is always a mistake. */
function conditionsOf(verb: 'UPDATE' | 'DELETE', query: RestQuery) {
  const conditions = query.conditions.filter(({ path }) => path.length === 0);
  if (conditions.length === 0) throw new RestError('21000', { message: `${verb} requires a WHERE clause` });
  return conditions.map(({ condition }) => condition);
}

function statusOf({ preferences }: RestRequest): 200 | 204 {
  return preferences.return === 'representation' ? 200 : 204;
}

function locationOf(name: string, key: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [column, value] of Object.entries(key))
    query.set(column, value === null ? 'is.null' : `eq.${value}`);
  return `/${encodeURIComponent(name)}?${query}`;
}
