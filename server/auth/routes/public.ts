import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../context.ts';

/** What anybody may know of the service. */
export function publicRoutes(app: FastifyInstance, { keys, staffMfa }: AuthContext): void {
  app.get('/health', async () => ({ name: 'Nutmeg auth', description: 'Sign-up, sign-in and sessions' }));

  app.get('/settings', async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: true,
    // Ours: so that the pages for staff can ask for the second factor before they show nothing.
    staff_mfa: staffMfa,
  }));

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    // supabase-js keeps them as long.
    reply.header('cache-control', 'public, max-age=600');
    return keys.jwks();
  });
}
