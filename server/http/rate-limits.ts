import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Bucket, type Buckets, type Budget, bucketsOfOrigin } from './buckets.ts';

interface Rule {
  name: string;
  /** Methods and patterns of the routes. */
  routes: string[];
  /** Of those routes only such requests. */
  only?: (request: FastifyRequest) => boolean;
  /** For each address. */
  address: Budget;
  /** For each account that it concerns, whoever asks. */
  account?: Budget;
  accountOf?: (request: FastifyRequest) => string | undefined;
  /** What succeeds does not count. */
  failuresOnly?: true;
}

const anHour = (points: number): Budget => ({ points, seconds: 3600 });
const tenMinutes = (points: number): Budget => ({ points, seconds: 600 });

/**
 * How often each caller may do what. Where a stranger could use up an account's budget, the service itself counts for
 * the account: logins (`server/auth/guess-limit.ts`), mails (`server/auth/mails/mail-limit.ts`), codes from mails
 * (`server/auth/mails/one-time-tokens.ts`) and second factors (`server/auth/mfa/factor-limit.ts`).
 */
const RULES: Rule[] = [
  { name: 'sign-up', routes: ['POST /auth/v1/signup'], address: anHour(30) },
  { name: 'recover', routes: ['POST /auth/v1/recover'], address: anHour(30) },
  { name: 'resend', routes: ['POST /auth/v1/resend'], address: anHour(30) },
  { name: 'otp', routes: ['POST /auth/v1/otp'], address: anHour(30) },
  {
    name: 'verify',
    routes: ['POST /auth/v1/verify', 'GET /auth/v1/verify'],
    address: tenMinutes(30),
  },
  {
    // Links of 256 random bits are not guessed; the work of looking them up is bounded all the same.
    name: 'entry link',
    routes: [
      'POST /auth/v1/invitation',
      'POST /auth/v1/invitation/accept',
      'POST /auth/v1/email-correction',
      'POST /auth/v1/first-super/check',
      'POST /auth/v1/first-super',
    ],
    address: tenMinutes(30),
  },
  {
    name: 'factor',
    routes: ['POST /auth/v1/factors/:factorId/verify', 'POST /auth/v1/factors/recovery-codes/verify'],
    address: tenMinutes(30),
    failuresOnly: true,
  },
  {
    // And so many for each person (`server/auth/users/password-change.ts`): who they are stands in the token alone.
    name: 'user change',
    routes: ['PUT /auth/v1/user'],
    only: ({ body }) => (textIn(body, 'password') ?? textIn(body, 'email')) !== undefined,
    address: tenMinutes(30),
  },
  {
    name: 'login status',
    routes: ['POST /rest/v1/rpc/:name', 'GET /rest/v1/rpc/:name'],
    only: ({ params }) => textIn(params, 'name') === 'check_user_login_status',
    address: tenMinutes(30),
    account: tenMinutes(10),
    accountOf: ({ body, query }) => textIn(parsed(body) ?? query, 'user_email'),
  },
  {
    name: 'captcha',
    routes: ['GET /functions/v1/captcha-challenge', 'POST /functions/v1/verify-recaptcha'],
    address: tenMinutes(120),
  },
  {
    // Each costs the office a look and a mail; a proof of work is soon done by a program.
    name: 'visitor',
    routes: ['POST /rest/v1/:name'],
    only: ({ params }) =>
      ['appointments', 'contact_submissions', 'email_queue'].includes(textIn(params, 'name') ?? ''),
    address: anHour(60),
  },
  { name: 'calendar', routes: ['GET /functions/v1/calendar'], address: tenMinutes(600) },
  {
    // And so many for each appointment, and so many times in a day (`server/functions/calendar.ts`).
    name: 'appointment',
    routes: ['POST /functions/v1/calendar-book', 'POST /functions/v1/calendar-change'],
    address: tenMinutes(60),
  },
  {
    // And so many for each person (`server/functions/archive`): who they are stands in the token alone.
    name: 'archive',
    routes: ['POST /functions/v1/archive', 'GET /functions/v1/archive'],
    address: tenMinutes(600),
  },
];

/** Applies the rules. To be called before the services are registered. */
export function registerRateLimits(app: FastifyInstance, buckets: Buckets): void {
  const ruleOf = new Map(RULES.flatMap((rule) => rule.routes.map((route) => [route, rule])));
  const onSuccess = new WeakMap<FastifyRequest, () => Promise<void>>();

  app.addHook('preHandler', async (request) => {
    const rule = ruleOf.get(`${request.method} ${request.routeOptions.url}`);
    if (rule === undefined || rule.only?.(request) === false) return;
    const giveBack = await buckets.take(bucketsOf(rule, request));
    if (rule.failuresOnly) onSuccess.set(request, giveBack);
  });
  // Before the answer leaves, so that whoever has it may count on it.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400) await onSuccess.get(request)?.();
  });
}

function bucketsOf({ name, address, account, accountOf }: Rule, request: FastifyRequest): Bucket[] {
  const buckets = bucketsOfOrigin([name, 'address'], request.ip, address);
  const whose = accountOf?.(request);
  if (account && whose !== undefined) buckets.push({ of: [name, 'account', whose], ...account });
  return buckets;
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const text: unknown = Reflect.get(value, name);
  return typeof text === 'string' ? text.trim().toLowerCase() : undefined;
}

/** REST leaves bodies the texts that they are. */
function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
