import type { Caller, Database } from '#server/database/database.ts';
import { RestError } from './errors.ts';
import type { Format } from './media.ts';
import type { PreferenceName, Preferences } from './preferences.ts';
import { appliedPreferences } from './preferences.ts';
import type { Condition } from './query/ast.ts';
import { type Parameter, parseQuery, type RestQuery } from './query/parse-query.ts';
import type { Relation, SchemaCache } from './schema/schema-cache.ts';
import type { Tables } from './tables/tables.ts';

/** What every operation works with. */
export interface Engine {
  database: Database;
  schema: SchemaCache;
  /** No read answers with more rows, as on the hosted service. */
  maxRows: number;
  /** What is registered about tables beyond their policies. */
  tables: Tables;
}

/** A request, with all that its headers say already read. */
export interface RestRequest {
  caller: Caller;
  parameters: readonly Parameter[];
  preferences: Preferences;
  format: Format;
  /** The `Range` header. */
  range: string | undefined;
  body: string | undefined;
  /** No body: of a HEAD (`head`), or because there is nothing to say (`empty`, answered with 204). */
  silent: false | 'head' | 'empty';
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Undefined: an answer without a body. */
  body: string | undefined;
}

export function findRelation(schema: SchemaCache, name: string): Relation {
  const relation = schema.relations.get(name);
  if (relation) return relation;
  throw new RestError('PGRST205', {
    message: `Could not find the table 'public.${name}' in the schema cache`,
  });
}

/**
 * What the query string says. Throws `RestError`, including when a visitor sends a regular expression: one of a few
 * letters can keep PostgreSQL busy for as long as the statement may run.
 */
export function readQuery({ caller, parameters }: Pick<RestRequest, 'caller' | 'parameters'>): RestQuery {
  const query = parseQuery(parameters);
  if (caller.role === 'anon' && query.conditions.some(({ condition }) => hasExpression(condition))) {
    throw new RestError('42501', { message: 'Regular expressions are for signed-in callers' });
  }
  return query;
}

function hasExpression(condition: Condition): boolean {
  if (condition.kind === 'group') return condition.members.some(hasExpression);
  const { test } = condition;
  return test.kind === 'compare' && (test.operator === 'match' || test.operator === 'imatch');
}

export function answer(
  status: number,
  { format, preferences, silent }: RestRequest,
  parts: {
    heeded: readonly PreferenceName[];
    body?: string | undefined;
    contentRange?: string;
    location?: string;
  },
): Answer {
  const applied = appliedPreferences(preferences, parts.heeded);
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
