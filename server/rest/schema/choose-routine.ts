import { RestError } from '../errors.ts';
import type { Routine, SchemaCache } from './schema-cache.ts';

export interface Choice {
  routine: Routine;
  /** The whole body is its only argument, which has no name. */
  wholeBody: boolean;
}

/** The function with this name and these arguments; with a body also one with a single JSON parameter. Throws PGRST202 or PGRST203. */
export function chooseRoutine(
  schema: SchemaCache,
  name: string,
  given: readonly string[],
  withBody: boolean,
): Choice {
  const overloads = schema.routines.get(name) ?? [];
  const matching = overloads.filter((routine) => accepts(routine, given));
  const [first, second] = matching;
  if (second) throw ambiguous(matching);
  if (first) return { routine: first, wholeBody: false };
  const any = withBody ? overloads.find(acceptsJson) : undefined;
  if (any) return { routine: any, wholeBody: true };
  throw notFound(name, given, withBody);
}

/** The argument names of all overloads of the function. */
export function argumentNames(schema: SchemaCache, name: string): Set<string> {
  const overloads = schema.routines.get(name) ?? [];
  return new Set(overloads.flatMap(({ parameters }) => parameters.map((parameter) => parameter.name)));
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
