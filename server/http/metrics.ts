import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isSameSecret } from '../constant-time.ts';
import { bearerOf } from './caller.ts';

export interface MetricsOptions {
  /** What Prometheus shows as its bearer token. */
  token: string;
  /** How often the server was restarted after a crash. */
  restarts: number;
  /** Adds what is not about HTTP. */
  addTo(registry: Registry): void;
}

/** `/metrics`, for requests with the token. */
export function registerMetrics(app: FastifyInstance, { token, restarts, addTo }: MetricsOptions): void {
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
