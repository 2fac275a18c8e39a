import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Budget, bucketsForAddress, type TokenBucket, type TokenBuckets } from './token-buckets.ts';

export interface RateLimit {
  /** The rule's name in the keys of its buckets. */
  name: string;
  /** Method and pattern of each route. */
  routes: string[];
  /** Counts only these requests. */
  only?: (request: FastifyRequest) => boolean;
  /** The budget of each address. */
  address: Budget;
  /** The budget per account in the request, for all callers together. */
  account?: Budget;
  accountOf?: (request: FastifyRequest) => string | undefined;
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

  app.addHook('preHandler', async (request) => {
    const rule = ruleOf.get(`${request.method} ${request.routeOptions.url}`);
    if (rule === undefined || rule.only?.(request) === false) return;
    const giveBack = await buckets.take(bucketsOf(rule, request));
    if (rule.failuresOnly) onSuccess.set(request, giveBack);
  });
  // Before the response is sent, so that a client with a response can rely on it.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400) await onSuccess.get(request)?.();
  });
}

function bucketsOf({ name, address, account, accountOf }: RateLimit, request: FastifyRequest): TokenBucket[] {
  const buckets = bucketsForAddress([name, 'address'], request.ip, address);
  const whose = accountOf?.(request);
  if (account && whose !== undefined) buckets.push({ key: [name, 'account', whose], ...account });
  return buckets;
}
