import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { limitMails } from '../mails/mail-limit.ts';
import { hasRequiredLevel } from '../mfa/session-aal.ts';
import { readRequestContext } from '../request-context.ts';
import { deleteSessions, SIGN_OUT_SCOPES } from '../sessions/sessions.ts';
import { addresseeOf, isConfirmed, lockUser, readUser, requireUserOfSession } from '../users/users.ts';
import { readQuery } from '../validation.ts';
import { issueOneTimeToken } from '../verification/one-time-tokens.ts';

const logoutShape = z.object({
  scope: z.enum(SIGN_OUT_SCOPES, 'Unsupported logout scope').default('global'),
});

/** Sign-out and reauthentication. */
export function sessionRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, keys, sealer, mails, devices } = context;

  app.post('/logout', async (request, reply) => {
    const bearer = await requireBearer(request, keys);
    const { userId, sessionId } = bearer;
    const { scope: requestedScope } = readQuery(logoutShape, request);
    await database.asOwner(async (tx) => {
      // A session that has not verified the user's second factor can only end itself.
      await tx.query('select auth.require_session($1, $2)', [sessionId, userId]);
      const isBelow = !(await hasRequiredLevel(tx, bearer, await readUser(tx, userId)));
      if (isBelow && requestedScope === 'others') throw new AuthError('insufficient_aal_to_end_sessions');
      const scope = isBelow ? 'local' : requestedScope;
      await deleteSessions(tx, { userId, sessionId, scope });
      const requestContext = readRequestContext(request);
      await audit(tx, { action: 'auth.signed_out', userId, requestContext, details: { scope } });
    });
    return reply.code(204).send();
  });

  // supabase-js uses GET, other clients use POST.
  app.route({
    method: ['GET', 'POST'],
    url: '/reauthenticate',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const bearer = await requireBearer(request, keys);
      const { userId, sessionId } = bearer;
      const found = await requireUserOfSession(database, bearer);
      if (!isConfirmed(found)) throw new AuthError('email_not_confirmed');
      await limitMails(context, request, 'reauthentication', found.email);
      const fingerprint = await devices.issueFingerprint(request, reply);
      await database.asOwner(async (tx) => {
        const user = await lockUser(tx, userId);
        await tx.query('select auth.require_session($1, $2)', [sessionId, userId]);
        if (!user || !isConfirmed(user)) throw new AuthError('email_not_confirmed');
        const tokenRequest = { userId, type: 'reauthentication', email: user.email, fingerprint } as const;
        const { code } = await issueOneTimeToken(tx, sealer, tokenRequest);
        await tx.query('update auth.users set reauthentication_sent_at = now() where id = $1', [userId]);
        await mails.send(tx, 'reauthentication', { ...addresseeOf(user), code });
      });
      return {};
    },
  });
}
