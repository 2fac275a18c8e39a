import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AuthError } from '#server/http/wire-error.ts';
import { challenge, challengeOf, email, metadata, readBody, redirectOf } from '../bodies.ts';
import { type AuthContext, bearerSession } from '../context.ts';
import { originOf } from '../origin.ts';
import { provenPassword } from '../password-change.ts';
import { requireGoodPassword } from '../password-rule.ts';
import { requireFullSession } from '../second-factor.ts';
import { userBody } from '../user-body.ts';
import { type UserChanges, updateUser } from '../user-update.ts';
import { findUserOfSession } from '../users.ts';

const shape = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadata.nullish(),
  ...challenge,
});

/** The signed-in person: read, and changed by themselves. */
export function userRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, keys } = context;

  app.get('/user', async (request) => {
    const { userId, sessionId } = await bearerSession(request, keys);
    const user = await findUserOfSession(database, sessionId, userId);
    if (!user) throw new AuthError('session_not_found');
    return userBody(user);
  });

  app.put('/user', async (request) => {
    const session = await bearerSession(request, keys);
    const body = readBody(shape, request);
    if (body.phone) throw new AuthError('phone_provider_disabled');
    const password = body.password ?? undefined;
    if (password !== undefined) requireGoodPassword(password);
    const user = await findUserOfSession(database, session.sessionId, session.userId);
    if (!user) throw new AuthError('session_not_found');
    // Before a password is compared: whoever has no more than one must learn nothing of another.
    if (password !== undefined) await requireFullSession(database, session, user);

    const changes: UserChanges = {
      email: body.email ?? undefined,
      data: body.data ?? undefined,
      passwordHash:
        password === undefined
          ? undefined
          : await provenPassword(context, session, user, password, body.nonce ?? undefined),
      redirectTo: redirectOf(request),
      challenge: challengeOf(body),
    };
    return userBody(await updateUser(context, session, changes, originOf(request)));
  });
}
