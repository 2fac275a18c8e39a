import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { askerOf, markAsker } from '../asker.ts';
import { challenge, challengeOf, email, metadata, readBody, redirectOf } from '../bodies.ts';
import { type AuthContext, bearerSession } from '../context.ts';
import { AuthError } from '../errors.ts';
import { isFullSession } from '../mfa/second-factor.ts';
import { originOf } from '../origin.ts';
import { newPasswordHash, requireProof, spendMailedCode } from '../users/password-change.ts';
import { requireGoodPassword } from '../users/password-rule.ts';
import { userBody } from '../users/user-body.ts';
import { type UserChanges, updateUser } from '../users/user-update.ts';
import { findUserOfSession } from '../users/users.ts';

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
  const { database, keys, mailLimit, devices } = context;

  app.get('/user', async (request) => {
    const { userId, sessionId } = await bearerSession(request, keys);
    const user = await findUserOfSession(database, sessionId, userId);
    if (!user) throw new AuthError('session_not_found');
    return userBody(user);
  });

  app.put('/user', async (request, reply) => {
    const session = await bearerSession(request, keys);
    const body = readBody(shape, request);
    if (body.phone) throw new AuthError('phone_provider_disabled');
    const password = body.password ?? undefined;
    if (password !== undefined) requireGoodPassword(password);
    const user = await findUserOfSession(database, session.sessionId, session.userId);
    if (!user) throw new AuthError('session_not_found');
    const newEmail = body.email && body.email !== user.email ? body.email : undefined;
    if (password !== undefined || newEmail !== undefined) {
      // Before a password is compared: whoever has no more than one must learn nothing of another.
      if (!(await isFullSession(database, session, user))) throw new AuthError('insufficient_aal');
      const proof = { password, email: newEmail, nonce: body.nonce ?? undefined };
      await requireProof(context, session, user, { ...proof, asker: await askerOf(devices, request) });
    } else if (body.nonce) {
      // The code alone proves that the session's holder has the mailbox: needed before the first factor of staff.
      await spendMailedCode(context, session, user, {
        nonce: body.nonce,
        asker: await askerOf(devices, request),
      });
    }
    // An address that is taken costs its minute too.
    if (newEmail !== undefined) await mailLimit(request, 'email_change', user.email);

    const changes: UserChanges = {
      email: newEmail,
      data: body.data ?? undefined,
      passwordHash: password === undefined ? undefined : await newPasswordHash(context, user, password),
      redirectTo: redirectOf(request),
      challenge: challengeOf(body),
      asker: await markAsker(devices, request, reply),
    };
    return userBody(await updateUser(context, session, changes, originOf(request)));
  });
}
