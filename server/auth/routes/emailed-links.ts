import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limitPasswordAttempts } from '../attempt-limits.ts';
import type { AuthContext } from '../context.ts';
import { completeEmailCorrection } from '../people/email-corrections.ts';
import { claimFirstSuper, requireFirstSuperLink } from '../people/first-super.ts';
import { acceptInvitation, findAccepted, requireInvitation } from '../people/invitations.ts';
import { readRequestContext } from '../request-context.ts';
import { issueSession, tokenResponse } from '../sessions/sessions.ts';
import { requireStrongPassword } from '../users/password-rule.ts';
import { email, readBody } from '../validation.ts';
import { nameShape } from './people.ts';

/**
 * For the links of invitations, address corrections and the first super user. The page sends the token, 256 random bits
 * from the fragment, when its button is pressed, so mail scanners can't use a link up.
 */
export function emailedLinkRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, passwordHasher, devices } = context;

  app.post('/invitation', async (request) => {
    const { token } = readBody(z.object({ token: linkToken }), request);
    const { email, first_name, last_name, role } = await database.asOwner((tx) =>
      requireInvitation(tx, token),
    );
    return { email, first_name, last_name, role };
  });

  app.post('/invitation/accept', async (request, reply) => {
    const { token, password } = readBody(z.object({ token: linkToken, password: newPassword }), request);
    requireStrongPassword(password);
    const accepted = await findAccepted(database, token);
    // A repeated call tells whether the password is right, so it counts as an attempt to log in.
    const refund =
      accepted && (await limitPasswordAttempts(context, request, accepted.email, accepted.user_id));
    const isRepeated = accepted && (await passwordHasher.verify(password, accepted.encrypted_password));
    if (isRepeated) await refund?.();
    // Check the token before hashing the password, which is expensive.
    if (!isRepeated) await database.asOwner((tx) => requireInvitation(tx, token));
    const hash = isRepeated ? '' : await passwordHasher.hash(password);
    const opened = await database.asOwner(async (tx) => {
      const userId = isRepeated
        ? accepted.user_id
        : await acceptInvitation(tx, token, hash, readRequestContext(request));
      return issueSession(tx, context, request, { userId, method: 'otp' });
    });
    await devices.remember(request, reply, opened.user.id);
    return tokenResponse(opened, context);
  });

  app.post('/email-correction', async (request) => {
    const { token } = readBody(z.object({ token: linkToken }), request);
    return database.asOwner((tx) => completeEmailCorrection(tx, context, token, readRequestContext(request)));
  });

  app.post('/first-super/check', async (request) => {
    const { token } = readBody(z.object({ token: linkToken }), request);
    await requireFirstSuperLink(database, token);
    return { confirms_by_mail: context.sendsMail };
  });

  app.post('/first-super', async (request, reply) => {
    const body = readBody(firstSuperShape, request);
    const { token, password, email, first_name, last_name } = body;
    requireStrongPassword(password);
    await requireFirstSuperLink(database, token);
    const signUp = {
      email,
      passwordHash: await passwordHasher.hash(password),
      data: { first_name, last_name },
    };
    const by = {
      fingerprint: await devices.issueFingerprint(request, reply),
      requestContext: readRequestContext(request),
    };
    const opened = await database.asOwner(async (tx) => {
      const { userId, isSuper } = await claimFirstSuper(tx, context, token, signUp, by);
      return isSuper ? issueSession(tx, context, request, { userId, method: 'otp' }) : undefined;
    });
    if (!opened) return { confirmation_sent_to: email };
    await devices.remember(request, reply, opened.user.id);
    return tokenResponse(opened, context);
  });
}

const linkToken = z.string('A token is required').regex(/^[0-9a-f]{64}$/, 'Invalid token');
// `requireStrongPassword` checks the rest; this bounds its work.
const newPassword = z.string('A password is required').max(1024, 'The password is too long');

const firstSuperShape = z.object({ token: linkToken, email, password: newPassword, ...nameShape });
