import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Budget, bucketsForAddress, type TokenBucket, type TokenBuckets } from './token-buckets.ts';

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
  const onSuccess = new WeakMap<FastifyRequest, (() => Promise<void>)[]>();

  const ruleFor = (request: FastifyRequest) => {
    const rule = ruleOf.get(`${request.method} ${request.routeOptions.url}`);
    return rule?.only?.(request) === false ? undefined : rule;
  };
  const take = async (request: FastifyRequest, rule: RateLimit, wanted: readonly TokenBucket[]) => {
    if (wanted.length === 0) return;
    const giveBack = await buckets.take(wanted);
    if (rule.failuresOnly) onSuccess.set(request, [...(onSuccess.get(request) ?? []), giveBack]);
  };

  // Before the body is read, so that reading it is not free.
  app.addHook('onRequest', async (request) => {
    const rule = ruleFor(request);
    if (rule && !rule.onlyBody) await take(request, rule, ofAddress(rule, request));
  });
  app.addHook('preHandler', async (request) => {
    const rule = ruleFor(request);
    if (!rule || rule.onlyBody?.(request.body) === false) return;
    const late = rule.onlyBody ? ofAddress(rule, request) : [];
    await take(request, rule, [...late, ...ofAccount(rule, request)]);
  });
  // Before the response is sent, so that a client with a response can rely on it.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return;
    for (const giveBack of onSuccess.get(request) ?? []) await giveBack();
  });
}

const ofAddress = ({ name, address }: RateLimit, { ip }: FastifyRequest): TokenBucket[] =>
  bucketsForAddress([name, 'address'], ip, address);

function ofAccount({ name, account, accountOf }: RateLimit, request: FastifyRequest): TokenBucket[] {
  const whose = accountOf?.(request);
  return account && whose !== undefined ? [{ key: [name, 'account', whose], ...account }] : [];
}
