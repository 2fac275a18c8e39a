import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ACCOUNT_JSON } from '#server/http/load/limits.ts';
import { type Load, parseAsJson } from '#server/http/load/load.ts';
import { userRoutes } from './account/user-update.ts';
import { createBackgroundTasks } from './background-tasks.ts';
import { type AuthContext, requireBearer } from './context.ts';
import { handleAuthError } from './error-handler.ts';
import { AuthError } from './errors.ts';
import { emailedLinkRoutes } from './routes/emailed-links.ts';
import { factorRoutes } from './routes/factors.ts';
import { mailRequestRoutes } from './routes/mail-requests.ts';
import { peopleRoutes } from './routes/people.ts';
import { recoveryCodeRoutes } from './routes/recovery-codes.ts';
import { sessionRoutes } from './routes/session.ts';
import { signUpRoute } from './routes/sign-up.ts';
import { tokenRoute } from './routes/token.ts';
import { turnedOffRoutes, turnedOffUserRoutes } from './routes/turned-off.ts';
import { verifyRoutes } from './routes/verify.ts';
import { createPasswordHasher } from './users/password-hasher.ts';

interface Deps extends Omit<AuthContext, 'passwordHasher' | 'background'> {
  /** Whether the text is one of the API keys that clients send as `apikey`. */
  isApiKey: (key: string) => boolean;
  load: Pick<Load, 'bodyParser'>;
}

/** `/auth/v1`: the hosted service's auth API (GoTrue): sign-up, sign-in, sessions, second factors. */
export function authService({ isApiKey, load, ...deps }: Deps): FastifyPluginAsync {
  return async (app) => {
    const context: AuthContext = {
      ...deps,
      passwordHasher: await createPasswordHasher(),
      background: createBackgroundTasks((error) => app.log.error({ err: error }, 'a background task failed')),
    };
    // Callers are not identified yet, so they share one small body limit. The content type is ignored.
    const readBody = load.bodyParser(async () => undefined, ACCOUNT_JSON);
    app.removeAllContentTypeParsers();
    parseAsJson(app, '*', readBody);
    app.addHook('onRequest', async (request, reply) => {
      // Responses contain tokens.
      reply.header('cache-control', 'no-store');
      const key = request.headers.apikey;
      if (typeof key === 'string' && !isApiKey(key)) throw new AuthError('invalid_api_key');
    });
    app.setErrorHandler(handleAuthError);
    app.setNotFoundHandler(() => {
      throw new AuthError('not_found');
    });

    signUpRoute(app, context);
    tokenRoute(app, context);
    verifyRoutes(app, context);
    mailRequestRoutes(app, context);
    emailedLinkRoutes(app, context);
    publicRoutes(app, context);
    turnedOffRoutes(app);
    await app.register(async (scope) => signedInRoutes(scope, context));

    app.addHook('onClose', () => context.background.finish());
  };
}

/** The token is judged first: who has none learns nothing about the rest of the request. */
function signedInRoutes(app: FastifyInstance, context: AuthContext): void {
  app.addHook('onRequest', async (request) => {
    await requireBearer(request, context.keys);
  });
  userRoutes(app, context);
  sessionRoutes(app, context);
  recoveryCodeRoutes(app, context);
  factorRoutes(app, context);
  peopleRoutes(app, context);
  turnedOffUserRoutes(app);
}

/** Health, settings and the public keys. */
function publicRoutes(app: FastifyInstance, { keys, staffMfa }: AuthContext): void {
  app.get('/health', async () => ({ name: 'Nutmeg auth', description: 'Sign-up, sign-in and sessions' }));

  app.get('/settings', async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: true,
    // Our own field. Staff pages use it to ask for the second factor.
    staff_mfa: staffMfa,
  }));

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    // supabase-js caches the keys for the same time.
    reply.header('cache-control', 'public, max-age=600');
    return keys.jwks();
  });
}
