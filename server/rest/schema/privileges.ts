import type { Caller } from '#server/database/database.ts';
import { RestError } from '../errors.ts';
import type { SchemaCache } from './schema-cache.ts';

/** A request with a body, by its route. */
interface Wish {
  /** Whether the name is a function's. */
  isCall: boolean;
  name: string;
  method: string;
}

/**
 * Refuses what the caller's role has no privilege for, as PostgreSQL would, before the body is read. Lets through what does
 * not exist and methods that there are not, which have their own errors. Throws 42501.
 */
export function refuseUnprivileged(
  schema: SchemaCache,
  { role }: Pick<Caller, 'role'>,
  { isCall, name, method }: Wish,
): void {
  const relation = schema.relations.get(name);
  const writers: Partial<Record<string, string[]>> = relation?.writers ?? {};
  const allowed = isCall ? schema.routines.get(name)?.flatMap(({ callers }) => callers) : writers[method];
  if (allowed === undefined || allowed.includes(role)) return;
  throw new RestError('42501', {
    message: `permission denied for ${isCall ? 'function' : 'table'} ${name}`,
  });
}
