import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/database/database.ts';
import { version } from '../version.ts';
import { bearerOf } from './caller.ts';

interface Options {
  database: Pick<Database, 'query'>;
  store: { probe(): Promise<void> };
  /** Whether the process should be restarted by the service that watches it. */
  isDown: () => boolean;
  /** How often the server was started again after an unexpected end. */
  restarts: number;
  /** Without one `/metrics` does not exist. */
  metricsToken: string | undefined;
}

const PATIENCE_MS = 5_000;
const RETRY_SECONDS = '5';

/**
 * `/healthz`: the process answers with its version, and its own PostgreSQL has not been down for long. `/readyz`: the database and the
 * file store work. `/metrics`: Prometheus, for the token's holder.
 */
export function healthRoutes(options: Options): FastifyPluginAsync {
  const { database, store, isDown, restarts, metricsToken } = options;
  const plugin: FastifyPluginAsync = async (app) => {
    app.get('/healthz', async (_request, reply) => {
      if (!isDown()) return { status: 'ok', version };
      return reply.code(503).header('retry-after', RETRY_SECONDS).send({ status: 'down' });
    });
    app.get('/readyz', async (request, reply) => {
      const checks = { database: inTime(database.query('select 1')), store: store.probe() };
      const outcomes = await Promise.allSettled(Object.values(checks));
      const failing = Object.keys(checks).filter((_name, index) => {
        const outcome = outcomes[index];
        if (outcome?.status !== 'rejected') return false;
        request.log.warn({ err: outcome.reason.cause ?? outcome.reason }, 'not ready');
        return true;
      });
      if (failing.length === 0) return { status: 'ready' };
      return reply.code(503).header('retry-after', RETRY_SECONDS).send({ status: 'not ready', failing });
    });
    if (metricsToken === undefined) return;

    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    new Counter({
      name: 'nutmeg_restarts_total',
      help: 'How often the server was started again after an unexpected end, since `npm start`.',
      registers: [registry],
    }).inc(restarts);
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      durations.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
    });
    const expected = Buffer.from(metricsToken);
    app.get('/metrics', async (request, reply) => {
      const given = Buffer.from(bearerOf(request) ?? '');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send({ message: 'The metrics token is missing.' });
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  };
  // The hook must see the requests of every service, so this plugin shares the root's scope.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

/** A database that neither answers nor refuses is not ready either. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  work.catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
