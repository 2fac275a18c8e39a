import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/database/database.ts';
import { withTimeout } from '#server/startup/with-timeout.ts';
import { version } from '#server/version.ts';
import { isSameSecret } from '../constant-time.ts';
import { bearerOf } from './caller.ts';

interface MetricsOptions {
  /** What Prometheus shows as its bearer token. */
  token: string;
  /** How often the server was restarted after a crash. */
  restarts: number;
  /** Adds what is not about HTTP. */
  addTo(registry: Registry): void;
}

interface Options {
  database: Pick<Database, 'query'>;
  store: { probe(): Promise<void> };
  /** For how many milliseconds the server's own PostgreSQL has been down; 0 while it is up. */
  downFor: () => number;
  /** Without a token, `/metrics` does not exist. */
  metrics: MetricsOptions | undefined;
}

const TIMEOUT_MS = 5_000;
/** After this time, the process supervisor should restart the process. */
export const DOWN_MS = 60_000;
const RETRY_SECONDS = '5';

/**
 * `/healthz`: the process responds with its version, and its own PostgreSQL has not been down for long. `/readyz`:
 * the database and the file store work. `/metrics`: for Prometheus, with a token.
 */
export function healthRoutes({ database, store, downFor, metrics }: Options): FastifyPluginAsync {
  const plugin: FastifyPluginAsync = async (app) => {
    app.get('/healthz', async (_request, reply) => {
      if (downFor() < DOWN_MS) return { status: 'ok', version };
      return reply.code(503).header('retry-after', RETRY_SECONDS).send({ status: 'down' });
    });
    app.get('/readyz', async (request, reply) => {
      // A database that does not respond is not ready either.
      const checks = { database: withTimeout(database.query('select 1'), TIMEOUT_MS), store: store.probe() };
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
    if (metrics !== undefined) registerMetrics(app, metrics);
  };
  // The metrics' hook must see the requests of every service, so this plugin shares the root's scope.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

/** `/metrics`, for requests with the token. */
function registerMetrics(app: FastifyInstance, { token, restarts, addTo }: MetricsOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addTo(registry);
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
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isSameSecret(bearerOf(request) ?? '', token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'The metrics token is missing.' });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
