import type { Routine } from '../schema/schema-cache.ts';
import { identifier, inPublic, type Parameters } from './parameters.ts';

/** The arguments of a call: texts by name (GET), members of a JSON object (POST), or the whole body as one. */
export type CallArguments =
  | { kind: 'texts'; values: ReadonlyMap<string, string> }
  | { kind: 'json'; names: readonly string[]; object: string }
  | { kind: 'body'; body: string };

/** A common table expression `called` with the function's rows, or its values in the one column `value`. */
export function callSql(routine: Routine, given: CallArguments, parameters: Parameters): string {
  const { list, from } = argumentsSql(routine, given, parameters);
  const call = `${inPublic(routine.name)}(${list})`;
  if (routine.returns.kind === 'rows') {
    return `"called" as (select "r".* from ${from === '' ? '' : `${from}, lateral `}${call} as "r")`;
  }
  // Materialized, so that PostgreSQL always calls the function, even if its value is not used.
  return `"called" as materialized (select ${call} as "value"${from === '' ? '' : ` from ${from}`})`;
}

function argumentsSql(
  routine: Routine,
  given: CallArguments,
  parameters: Parameters,
): { list: string; from: string } {
  const all = routine.parameters;
  if (given.kind === 'body') {
    return { list: parameters.add(given.body, all[0]?.type ?? 'json'), from: '' };
  }
  const names = given.kind === 'texts' ? [...given.values.keys()] : given.names;
  const passed = all.filter(({ name }) => names.includes(name));
  const value = (name: string, type: string) =>
    given.kind === 'texts'
      ? parameters.add(given.values.get(name) ?? '', type)
      : `"args".${identifier(name)}`;
  const list = passed
    .map(
      ({ name, type, variadic }) =>
        `${variadic ? 'variadic ' : ''}${identifier(name)} => ${value(name, type)}`,
    )
    .join(', ');
  if (given.kind === 'texts' || passed.length === 0) return { list, from: '' };
  const typed = passed.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
  return { list, from: `json_to_record(${parameters.add(given.object, 'json')}) as "args"(${typed})` };
}
