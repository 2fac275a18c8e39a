import type { Caller, Database } from '#server/database/database.ts';
import { RestError } from './errors.ts';
import type { Format } from './media.ts';
import type { PreferenceName, Preferences } from './preferences.ts';
import { appliedPreferences } from './preferences.ts';
import type { Condition } from './query/ast.ts';
import { type Parameter, parseQuery, type RestQuery } from './query/parse-query.ts';
import type { Relation, SchemaCache } from './schema/schema-cache.ts';
import type { Tables } from './tables/tables.ts';

/** The dependencies of every operation. */
export interface Engine {
  database: Database;
  schema: SchemaCache;
  /** Rules for tables with sealed columns. */
  tables: Tables;
}

/** A request with parsed headers. */
export interface RestRequest {
  caller: Caller;
  parameters: readonly Parameter[];
  preferences: Preferences;
  format: Format;
  /** The `Range` header. */
  range: string | undefined;
  body: string | undefined;
  /** Whether the response has no body: for HEAD requests (`head`), or with status 204 (`empty`). */
  silent: false | 'head' | 'empty';
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Undefined for a response without a body. */
  body: string | undefined;
}

/** The table or view with this name. Throws PGRST205. */
export function findRelation(schema: SchemaCache, name: string): Relation {
  const relation = schema.relations.get(name);
  if (relation) return relation;
  throw new RestError('PGRST205', {
    message: `Could not find the table 'public.${name}' in the schema cache`,
  });
}

/**
 * Parses the query string. Throws `RestError`, also for a regular expression by a visitor: even a short one can keep
 * PostgreSQL busy until the statement times out.
 */
export function readQuery({ caller, parameters }: Pick<RestRequest, 'caller' | 'parameters'>): RestQuery {
  const query = parseQuery(parameters);
  if (caller.role === 'anon' && query.conditions.some(({ condition }) => hasRegExp(condition))) {
    throw new RestError('42501', { message: 'Regular expressions are for signed-in callers' });
  }
  return query;
}

function hasRegExp(condition: Condition): boolean {
  if (condition.kind === 'group') return condition.members.some(hasRegExp);
  const { test } = condition;
  return test.kind === 'compare' && (test.operator === 'match' || test.operator === 'imatch');
}

export function answer(
  status: number,
  { format, preferences, silent }: RestRequest,
  parts: {
    supported: readonly PreferenceName[];
    body?: string | undefined;
    contentRange?: string;
    location?: string;
  },
): Answer {
  const applied = appliedPreferences(preferences, parts.supported);
  return {
    status,
    headers: {
      ...(parts.body === undefined && silent !== 'head' ? {} : { 'content-type': format.contentType }),
      ...(parts.contentRange === undefined ? {} : { 'content-range': parts.contentRange }),
      ...(parts.location === undefined ? {} : { location: parts.location }),
      ...(applied === undefined ? {} : { 'preference-applied': applied }),
    },
    body: parts.body,
  };
}
