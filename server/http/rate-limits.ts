import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Budget, bucketsForAddress, type TokenBuckets } from './token-buckets.ts';

export interface RateLimit {
  /** The rule's name in the keys of its buckets. */
  name: string;
  /** Method and pattern of each route. */
  routes: string[];
  /** Counts only these requests, by what is known before the body. */
  only?: (request: FastifyRequest) => boolean;
  /** Counts only requests with such a body, after it was read. */
  onlyBody?: (body: unknown) => boolean;
  /** The budget of each address. */
  address: Budget;
  /** Successful requests give their points back. */
  failuresOnly?: true;
}

/** Counts requests by the rules. Must be called before the services are registered. */
export function registerRateLimits(
  app: FastifyInstance,
  rules: readonly RateLimit[],
  buckets: TokenBuckets,
): void {
  const ruleOf = new Map(rules.flatMap((rule) => rule.routes.map((route) => [route, rule])));
  const onSuccess = new WeakMap<FastifyRequest, () => Promise<void>>();

  const ruleFor = (request: FastifyRequest) => {
    const rule = ruleOf.get(`${request.method} ${request.routeOptions.url}`);
    return rule?.only?.(request) === false ? undefined : rule;
  };
  const take = async (request: FastifyRequest, { name, address, failuresOnly }: RateLimit) => {
    const giveBack = await buckets.take(bucketsForAddress([name, 'address'], request.ip, address));
    if (failuresOnly) onSuccess.set(request, giveBack);
  };

  // Before the body is read, so that reading it is not free.
  app.addHook('onRequest', async (request) => {
    const rule = ruleFor(request);
    if (rule && !rule.onlyBody) await take(request, rule);
  });
  app.addHook('preHandler', async (request) => {
    const rule = ruleFor(request);
    if (rule?.onlyBody?.(request.body)) await take(request, rule);
  });
  // Before the response is sent, so that a client with a response can rely on it.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return;
    await onSuccess.get(request)?.();
  });
}
