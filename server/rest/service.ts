import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import type { RequestFacts } from '#server/database/caller.ts';
import type { Database } from '#server/database/database.ts';
import { followChanges, oneAfterAnother } from '#server/database/follow-changes.ts';
import type { CallerOf } from '#server/http/caller.ts';
import { LIST_BODY_BYTES, ROWS_JSON } from '#server/http/load/limits.ts';
import type { Load } from '#server/http/load/load.ts';
import { callByBody, callByQuery } from './call.ts';
import { handleRestError } from './error-handler.ts';
import { RestError } from './errors.ts';
import { chooseFormat, requireJson } from './media.ts';
import { parsePreferences } from './preferences.ts';
import { parametersOf } from './query/parse-query.ts';
import { readRelation } from './read.ts';
import type { Answer, Engine, RestRequest } from './request.ts';
import { introspect } from './schema/introspect.ts';
import { buildSchemaCache } from './schema/schema-cache.ts';
import type { Tables } from './tables/tables.ts';
import { deleteRows, insertRows, updateRows } from './write.ts';

interface Options {
  database: Database;
  callerOf: CallerOf;
  tables: Tables;
  load: Pick<Load, 'bodyParser'>;
}

type Operation = (engine: Engine, request: RestRequest, name: string) => Promise<Answer>;

const RELATION: Record<string, Operation> = {
  GET: readRelation,
  HEAD: readRelation,
  POST: insertRows,
  PATCH: updateRows,
  DELETE: deleteRows,
};
const FUNCTION: Record<string, Operation> = { GET: callByQuery, HEAD: callByQuery, POST: callByBody };

/** `/rest/v1`: PostgREST's API for schema public. PostgreSQL checks all permissions under the caller's role. */
export function restService({ database, callerOf, tables, load }: Options): FastifyPluginAsync {
  return async (app) => {
    let schema = buildSchemaCache(await introspect(database));
    const stopFollowing = await followChanges({
      database,
      channel: 'pgrst',
      read: oneAfterAnother(async () => {
        schema = buildSchemaCache(await introspect(database));
      }),
      onFailed: (err) =>
        app.log.error({ err }, 'the schema could not be reloaded; the previous one stays in use'),
    });
    app.addHook('onClose', async () => stopFollowing());
    app.decorateRequest('signedIn', false);
    // Bodies stay texts. PostgreSQL parses them, so that numbers keep all digits.
    app.removeAllContentTypeParsers();
    const knownCallerOf = async (request: FastifyRequest) => {
      const caller = await callerOf(request);
      request.signedIn = caller.role !== 'anon';
      return caller;
    };
    /**
     * Refuses what the caller's role has no privilege for, as PostgreSQL would, before the body is read. Lets through what
     * does not exist and methods that there are not, which have their own errors. Throws 42501.
     */
    const allowedCallerOf = async (request: FastifyRequest) => {
      const caller = await knownCallerOf(request);
      const { name = '' } = request.params as { name?: string };
      const isCall = request.routeOptions.url?.endsWith('/rpc/:name') === true;
      const { relations, routines } = schema;
      const writers: Partial<Record<string, string[]>> = relations.get(name)?.writers ?? {};
      const allowed = isCall
        ? routines.get(name)?.flatMap(({ callers }) => callers)
        : writers[request.method];
      if (allowed === undefined || allowed.includes(caller.role)) return caller;
      // A session that has ended says so first.
      if (caller.role === 'authenticated') await database.asCaller(caller, (tx) => tx.query('select'));
      throw new RestError('42501', {
        message: `permission denied for ${isCall ? 'function' : 'table'} ${name}`,
      });
    };
    const readBody = load.bodyParser(allowedCallerOf, ROWS_JSON);
    app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) =>
      String(await readBody(request, body)),
    );
    app.setErrorHandler(handleRestError);
    app.setNotFoundHandler(() => {
      throw new RestError('PGRST125');
    });

    const answerWith = async (
      operation: Operation,
      name: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      const restRequest = await readRequest(request, knownCallerOf);
      const engine = { database, schema, tables };
      const { status, headers, body } = await operation(engine, restRequest, name);
      return reply.code(status).headers(headers).header('cache-control', 'no-store').send(body);
    };

    const route = (
      url: string,
      operations: Record<string, Operation>,
      refuse: (method: string) => RestError,
    ) =>
      app.all<{ Params: { name: string } }>(url, { bodyLimit: LIST_BODY_BYTES }, async (request, reply) => {
        const { method, params } = request;
        if (method === 'OPTIONS') {
          return reply.header('allow', ['OPTIONS', ...Object.keys(operations)].join(',')).send();
        }
        const operation = operations[method];
        if (!operation) throw refuse(method);
        return answerWith(operation, params.name, request, reply);
      });
    route(
      '/:name',
      RELATION,
      (method) => new RestError('PGRST117', { message: `Unsupported HTTP method: ${method}` }),
    );
    route(
      '/rpc/:name',
      FUNCTION,
      (method) => new RestError('PGRST101', { message: `Cannot use the ${method} method on RPC` }),
    );
    app.get('/', (request, reply) => answerWith(describeRoot, '', request, reply));
  };
}

async function readRequest(request: FastifyRequest, callerOf: CallerOf): Promise<RestRequest> {
  const { headers, method, body } = request;
  const caller = { ...(await callerOf(request)), request: requestFacts(request) };
  const reads = method === 'GET' || method === 'HEAD';
  const profile = headers[reads ? 'accept-profile' : 'content-profile'];
  if (profile !== undefined && profile !== 'public') {
    throw new RestError('PGRST106', {
      message: `Invalid schema: ${profile}`,
      hint: 'Only the following schemas are exposed: public',
    });
  }
  if (typeof body === 'string' && body !== '') requireJson(headers['content-type']);
  return {
    caller,
    parameters: parametersOf(request.url),
    preferences: parsePreferences(headers.prefer?.toString()),
    format: chooseFormat(headers.accept),
    range: reads ? headers.range : undefined,
    body: typeof body === 'string' ? body : undefined,
    silent: method === 'HEAD' ? 'head' : false,
  };
}

/** What gives access. Settings can reach PostgreSQL's log, and functions know the caller by the claims. */
const SECRETS = new Set(['authorization', 'proxy-authorization', 'apikey', 'cookie', CAPTCHA_PASS_HEADER]);
const MAX_TOTAL = 8192;
const MAX_VALUE = 1000;
const MAX_PATH = 200;

/** What a function reads in `request.headers`, `request.method` and `request.path`, as in PostgREST. */
export function requestFacts({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): RequestFacts {
  const kept: Record<string, string> = {};
  let total = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || SECRETS.has(name)) continue;
    const text = (Array.isArray(value) ? value.join(', ') : value).slice(0, MAX_VALUE);
    total += name.length + text.length;
    if (total > MAX_TOTAL) break;
    kept[name] = text;
  }
  const path = (url.split('?', 1)[0] ?? '').replace(/^\/rest\/v1/, '').slice(0, MAX_PATH);
  return { method, path, headers: kept };
}

/** The names of all tables and functions, for `service_role` only. Throws PGRST126. */
async function describeRoot(engine: Engine, { caller }: RestRequest): Promise<Answer> {
  if (caller.role !== 'service_role') throw new RestError('PGRST126');
  const { relations, routines } = engine.schema;
  const paths = [
    ...[...relations.keys()].map((name) => `/${name}`),
    ...[...routines.keys()].map((name) => `/rpc/${name}`),
  ];
  const description = {
    swagger: '2.0',
    info: { title: 'REST', version: '1' },
    basePath: '/rest/v1',
    paths: Object.fromEntries(paths.map((path) => [path, {}])),
  };
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(description),
  };
}
