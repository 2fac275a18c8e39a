import type { RowRange } from '../range.ts';
import { PAGE_INPUTS, type Routine } from '../schema/schema-cache.ts';
import { identifier, inPublic, type Parameters } from './parameters.ts';

/** The arguments of a call: texts by name (GET), members of a JSON object (POST), or the whole body as one. */
export type CallArguments =
  | { kind: 'texts'; values: ReadonlyMap<string, string> }
  | { kind: 'json'; names: readonly string[]; object: string }
  | { kind: 'body'; body: string };

/** Whether the function can be asked for a page: the caller does not name one in the arguments. */
export function takesPage({ paged }: Routine, given: CallArguments): boolean {
  return paged && given.kind !== 'body' && PAGE_INPUTS.every((input) => !givenNames(given).includes(input));
}

/**
 * A common table expression `called` with the function's rows, or its values in the one column `value`. With a page, only
 * that part of the rows.
 */
export function callSql(
  routine: Routine,
  given: CallArguments,
  parameters: Parameters,
  page?: RowRange,
): string {
  const { list, from } = argumentsSql(routine, given, parameters);
  const inPage = page ? pageArguments(page, parameters) : '';
  const call = `${inPublic(routine.name)}(${[list, inPage].filter((part) => part !== '').join(', ')})`;
  if (routine.returns.kind === 'rows') {
    return `"called" as (select "r".* from ${from === '' ? '' : `${from}, lateral `}${call} as "r")`;
  }
  // Materialized, so that PostgreSQL always calls the function, even if its value is not used.
  return `"called" as materialized (select ${call} as "value"${from === '' ? '' : ` from ${from}`})`;
}

/** The number of the rows of a call, by the function that counts them. */
export function callCountSql(counter: Routine, given: CallArguments, parameters: Parameters): string {
  const { list, from } = argumentsSql(counter, given, parameters);
  return `(select ${inPublic(counter.name)}(${list})${from === '' ? '' : ` from ${from}`})`;
}

function pageArguments({ limit, offset }: RowRange, parameters: Parameters): string {
  return PAGE_INPUTS.map((input, at) => {
    const value = [limit, offset][at];
    return `${identifier(input)} => ${value === undefined ? 'null' : parameters.add(String(value), 'bigint')}`;
  }).join(', ');
}

function givenNames(given: Exclude<CallArguments, { kind: 'body' }>): readonly string[] {
  return given.kind === 'texts' ? [...given.values.keys()] : given.names;
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
  const names = givenNames(given);
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
