import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { MAX_KEY_TEXT, newObjectKey, objectKey } from '#domain/documents/object-keys.ts';
import type { Caller, Database } from '#server/database/database.ts';
import type { CallerOf } from '#server/http/caller.ts';
import type { Load } from '#server/http/load/load.ts';
import type { Blobs } from './blobs/blobs.ts';
import { invalidRequest, StorageError } from './errors.ts';
import type { Links } from './links/links.ts';
import type { InFlightBytes } from './uploads/upload-limits.ts';

/** What the routes of the service need. */
export interface StorageDeps {
  database: Database;
  blobs: Blobs;
  links: Links;
  callerOf: CallerOf;
  load: Pick<Load, 'bodyParser' | 'takeStream'>;
  inFlight: InFlightBytes;
}

/** The caller. Requires a key: a request without one is a mistake, except for public files. */
export async function requireCaller(callerOf: CallerOf, request: FastifyRequest): Promise<Caller> {
  if (!hasCredentials(request)) {
    throw invalidRequest("headers must have required property 'authorization'");
  }
  return callerOf(request);
}

export function hasCredentials(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined || request.headers.apikey !== undefined;
}

/** Bucket and key of a path like `/object/:bucket/*`. `given` is the key as sent, `key` undefined if that is invalid. */
export function objectPath(request: FastifyRequest) {
  const { bucket = '', '*': given = '' } = request.params as { bucket?: string; '*'?: string };
  return { bucketId: bucket, given, key: objectKey(given) };
}

/** The key of a new object. Throws `InvalidKey`. */
export function parseNewKey(given: string): string {
  const key = newObjectKey(given);
  if (key === undefined) {
    const refused = given.slice(0, MAX_KEY_TEXT);
    throw new StorageError('InvalidKey', { message: `Invalid key: ${refused}`, key: refused });
  }
  return key;
}

/** A body that matches the schema. Throws an `InvalidRequest` that names the field. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidRequest(`${['body', ...(issue?.path ?? [])].join('/')} ${issue?.message ?? 'is not valid'}`);
}

/** One value of the query: the first if it is repeated. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The token of a signed link. */
export function linkToken(request: FastifyRequest): string {
  const token = queryValue(request, 'token');
  if (token === undefined) throw invalidRequest("querystring must have required property 'token'");
  return token;
}
