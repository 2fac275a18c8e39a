import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/database/database.ts';
import { bearerOf } from './caller.ts';

interface Options {
  database: Database;
  /** Without one `/metrics` does not exist. */
  metricsToken: string | undefined;
}

/** `/healthz`: the process answers. `/readyz`: so does the database. `/metrics`: Prometheus, for the token's holder. */
export function healthRoutes({ database, metricsToken }: Options): FastifyPluginAsync {
  const plugin: FastifyPluginAsync = async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (request, reply) => {
      try {
        await database.query('select 1');
        return { status: 'ready' };
      } catch (error) {
        request.log.warn({ err: error }, 'not ready: the database does not answer');
        return reply.code(503).send({ status: 'not ready' });
      }
    });
    if (metricsToken === undefined) return;

    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
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
