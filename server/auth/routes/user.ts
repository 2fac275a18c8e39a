import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  hashNewPassword,
  reauthenticate,
  requireReauthentication,
  type UserChanges,
  updateUser,
} from '../account/user-update.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { limitMails } from '../mails/mail-limit.ts';
import { hasRequiredLevel } from '../mfa/session-aal.ts';
import { readRequestContext } from '../request-context.ts';
import { requireStrongPassword } from '../users/password-rule.ts';
import { userResponse } from '../users/user-response.ts';
import { requireUserOfSession } from '../users/users.ts';
import { email, metadata, pkceChallengeOf, pkceFields, readBody, readRedirectTo } from '../validation.ts';

const shape = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadata.nullish(),
  ...pkceFields,
});

/** Reads and updates the signed-in user. */
export function userRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, keys, devices } = context;

  app.get('/user', async (request) => {
    const session = await requireBearer(request, keys);
    return userResponse(await requireUserOfSession(database, session));
  });

  app.put('/user', async (request, reply) => {
    const session = await requireBearer(request, keys);
    const body = readBody(shape, request);
    if (body.phone) throw new AuthError('phone_provider_disabled');
    const password = body.password ?? undefined;
    if (password !== undefined) requireStrongPassword(password);
    const user = await requireUserOfSession(database, session);
    const newEmail = body.email && body.email !== user.email ? body.email : undefined;
    if (password !== undefined || newEmail !== undefined) {
      // Before comparing passwords: a session at aal1 must not be able to test the current password.
      if (!(await hasRequiredLevel(database, session, user))) throw new AuthError('insufficient_aal');
      const proof = { password, email: newEmail, nonce: body.nonce ?? undefined };
      await requireReauthentication(context, session, user, {
        ...proof,
        fingerprint: await devices.readFingerprint(request),
      });
    } else if (body.nonce) {
      // A code without changes proves access to the mailbox. Staff need that before they enroll their first factor.
      await reauthenticate(context, session, user, {
        nonce: body.nonce,
        fingerprint: await devices.readFingerprint(request),
      });
    }
    // Counts also if the address is taken.
    if (newEmail !== undefined) await limitMails(context, request, 'email_change', user.email);

    const changes: UserChanges = {
      email: newEmail,
      data: body.data ?? undefined,
      passwordHash:
        password === undefined ? undefined : await hashNewPassword(context, user, session, password),
      redirectTo: readRedirectTo(request),
      challenge: pkceChallengeOf(body),
      fingerprint: await devices.issueFingerprint(request, reply),
    };
    return userResponse(await updateUser(context, session, changes, readRequestContext(request)));
  });
}
