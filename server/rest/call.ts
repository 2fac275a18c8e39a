import { RestError } from './errors.ts';
import { refuseRollback } from './execute.ts';
import { isObject, parseJson } from './payload.ts';
import type { Parameter } from './query/parse-query.ts';
import { readRows } from './read.ts';
import { type Answer, type Engine, type RestRequest, readQuery } from './request.ts';
import type { Relation, Routine, SchemaCache } from './schema/schema-cache.ts';
import type { RowShape } from './sql/answer-sql.ts';
import { type CallArguments, callCountSql, callSql, takesPage } from './sql/call-sql.ts';
import { identifier } from './sql/parameters.ts';
import { type PlannedItem, planRead, type ReadNode, refuseWriteParameters } from './sql/plan-read.ts';

/**
 * Sets of rows whose calls are counted or recorded. A request can't undo that: neither by an answer that it doesn't accept,
 * nor by a cast that fails for some of the rows.
 */
const COUNTED = new Set(['check_user_login_status', 'export_tax_consents', 'find_by_tax_id']);

/** GET and HEAD of a function, in a read-only transaction. The arguments are in the query. */
export async function callByQuery(engine: Engine, request: RestRequest, name: string): Promise<Answer> {
  const overloads = engine.schema.routines.get(name) ?? [];
  const names = new Set(overloads.flatMap(({ parameters }) => parameters.map((parameter) => parameter.name)));
  const { values, rest } = splitArguments(request.parameters, names);
  const { routine } = chooseRoutine(engine.schema, name, [...values.keys()], false);
  const call: CallArguments = { kind: 'texts', values };
  return answerCall(engine, { ...request, parameters: rest }, routine, call, true);
}

/** POST of a function. The arguments are the members of the body, or the body is the only argument. */
export async function callByBody(engine: Engine, request: RestRequest, name: string): Promise<Answer> {
  const body = request.body?.trim() ? request.body : '{}';
  const value = parseJson(body);
  const names = isObject(value) ? Object.keys(value) : undefined;
  const choice = chooseRoutine(engine.schema, name, names ?? [], true);
  if (!names && !choice.wholeBody) throw new RestError('PGRST102', { message: 'Empty or invalid json' });
  if (choice.routine.volatile) refuseRollback(request, 'a volatile function');
  const call: CallArguments = choice.wholeBody
    ? { kind: 'body', body }
    : { kind: 'json', names: names ?? [], object: body };
  const answer = await answerCall(engine, request, choice.routine, call, false);
  return { ...answer, body: await engine.tables.mapFunctionResult(name, answer.body) };
}

/** The function with this name and these arguments; with a body also one with a single JSON parameter. Throws PGRST202 or PGRST203. */
function chooseRoutine(schema: SchemaCache, name: string, given: readonly string[], withBody: boolean) {
  const overloads = schema.routines.get(name) ?? [];
  const matching = overloads.filter((routine) => accepts(routine, given));
  const [first, second] = matching;
  if (second) throw ambiguous(matching);
  if (first) return { routine: first, wholeBody: false };
  const any = withBody ? overloads.find(acceptsJson) : undefined;
  if (any) return { routine: any, wholeBody: true };
  throw notFound(name, given, withBody);
}

function accepts({ parameters }: Routine, given: readonly string[]): boolean {
  const names = new Set(parameters.map((parameter) => parameter.name));
  return (
    !names.has('') &&
    given.every((argument) => names.has(argument)) &&
    parameters.every((parameter) => !parameter.required || given.includes(parameter.name))
  );
}

function acceptsJson({ parameters }: Routine): boolean {
  const [only, more] = parameters;
  return !more && only?.name === '' && (only.typeName === 'json' || only.typeName === 'jsonb');
}

function notFound(name: string, given: readonly string[], withBody: boolean): RestError {
  const list = given.join(', ');
  const signature = given.length === 0 ? ' without parameters' : `(${list})`;
  const searched =
    given.length === 0 ? 'without parameters' : `with parameter${given.length > 1 ? 's' : ''} ${list}`;
  const orJson = withBody ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError('PGRST202', {
    message: `Could not find the function public.${name}${signature} in the schema cache`,
    details: `Searched for the function public.${name} ${searched}${orJson}, but no matches were found in the schema cache.`,
  });
}

function ambiguous(routines: readonly Routine[]): RestError {
  const signatures = routines.map(({ name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.typeName}`);
    return `public.${name}(${list.join(', ')})`;
  });
  return new RestError('PGRST203', {
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

function answerCall(
  engine: Engine,
  request: RestRequest,
  routine: Routine,
  call: CallArguments,
  readOnly: boolean,
): Promise<Answer> {
  const { returns, counter } = routine;
  const query = readQuery(request);
  refuseWriteParameters(query);
  if (request.preferences.maxAffected !== undefined && !('set' in returns && returns.set)) {
    throw new RestError('PGRST128');
  }
  if (request.format.shape === 'csv' && returns.kind !== 'rows') {
    throw new RestError('PGRST107', { message: 'None of these media types are available: text/csv' });
  }
  const relation = returns.kind === 'rows' ? returns.relation : columnless(routine);
  const node = planRead(engine.schema, relation, query);
  const keepsEffects = COUNTED.has(routine.name);
  if (keepsEffects) refuseShaping(node, routine.name);
  const minimal = returns.kind === 'nothing' || request.preferences.return === 'minimal';
  return readRows(
    engine,
    { ...request, silent: minimal ? 'empty' : request.silent },
    {
      node,
      source: (parameters, page) => ({
        ctes: [callSql(routine, call, parameters, page)],
        from: `"called" as ${identifier(node.alias)}`,
      }),
      takesPage: takesPage(routine, call),
      count: counter && ((parameters) => callCountSql(counter, call, parameters)),
      shape: shapeOf(routine),
      readOnly,
      keepsEffects,
    },
  );
}

function refuseShaping({ items, conditions, order }: ReadNode, name: string): void {
  const isPlain = ({ kind, ...item }: PlannedItem) =>
    kind === 'star' || ('field' in item && item.cast === undefined && item.field.path.length === 0);
  if (conditions.length === 0 && order.length === 0 && items.every(isPlain)) return;
  throw new RestError('PGRST127', { details: `filters, order, casts, and paths of ${name}` });
}

function shapeOf({ returns }: Routine): RowShape {
  if (returns.kind === 'rows') return returns.set ? 'rows' : 'row';
  return returns.kind === 'value' && returns.set ? 'values' : 'value';
}

/** A function that returns a value has no columns to select or filter. */
function columnless({ name }: Routine): Relation {
  return { name, columns: new Map(), primaryKey: [], computed: new Set() };
}

/**
 * The first parameter with an argument's name is the argument; the others are filters. So an argument can look like a
 * filter (`in.progress`), and a column with the name of an argument can still be filtered.
 */
function splitArguments(
  parameters: readonly Parameter[],
  names: ReadonlySet<string>,
): { values: Map<string, string>; rest: Parameter[] } {
  const values = new Map<string, string>();
  const rest: Parameter[] = [];
  for (const [key, value] of parameters) {
    if (names.has(key) && !values.has(key)) values.set(key, value);
    else rest.push([key, value]);
  }
  return { values, rest };
}
