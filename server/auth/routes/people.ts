import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { staffRoles } from '#domain/account/roles.ts';
import { languages, sourceLanguage } from '#domain/language/language.ts';
import type { Transaction } from '#server/database/database.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { resetFactorsOf } from '../mfa/factor-reset.ts';
import { startEmailCorrection } from '../people/email-corrections.ts';
import { createInvitation, resendInvitation } from '../people/invitations.ts';
import { type ActingSuperUser, asSuperUser, notifySuperUsers } from '../people/super-users.ts';
import { isConfirmed, lockUser, type User } from '../users/users.ts';
import { email, readBody } from '../validation.ts';

/** Account actions of super users that send a mail. The others are database functions. */
export function peopleRoutes(app: FastifyInstance, context: AuthContext): void {
  const { mails, buckets, keys } = context;

  app.post('/office/invitations', async (request, reply) => {
    const body = readBody(invitationShape, request);
    await takeMailAllowance(request);
    const id = await asSuperUser(context, request, (tx, by) => createInvitation(tx, context, by, body));
    return reply.code(201).send({ id });
  });

  app.post('/office/invitations/:id/resend', async (request) => {
    await takeMailAllowance(request);
    await asSuperUser(context, request, (tx, by) => resendInvitation(tx, context, by, idOf(request)));
    return {};
  });

  app.post('/office/people/:id/email', async (request) => {
    const body = readBody(z.object({ email }), request);
    await takeMailAllowance(request);
    await asSuperUser(context, request, async (tx, by) => {
      const user = await lockOther(tx, by, idOf(request));
      await startEmailCorrection(tx, context, by, user, body.email);
    });
    return {};
  });

  app.post('/office/people/:id/factors/reset', async (request) =>
    asSuperUser(context, request, async (tx, by) => {
      const user = await lockOther(tx, by, idOf(request));
      const done = await resetFactorsOf(tx, mails, user, by);
      if (done.factors > 0 && user.portal_role !== 'client') {
        await notifySuperUsers(tx, mails, by, { action: 'factors_reset', about: user.email });
      }
      return done;
    }),
  );

  /** Limits the mails per super user and hour, so that a stolen session can't be used to send spam. */
  async function takeMailAllowance(request: FastifyRequest): Promise<void> {
    const { userId } = await requireBearer(request, keys);
    await buckets.take([{ key: ['office mails', userId], points: 40, seconds: 3600 }]);
  }
}

/** Locks another user's account. Throws `validation_failed` for the own account, and `not_found`. */
async function lockOther(tx: Transaction, by: ActingSuperUser, id: string): Promise<User> {
  if (id === by.actorId) {
    throw new AuthError('validation_failed', {
      message: 'This is your own account. Change it on your account page.',
    });
  }
  const user = await lockUser(tx, id);
  if (!user || !isConfirmed(user)) throw new AuthError('not_found');
  return user;
}

function idOf({ params }: FastifyRequest): string {
  const read = z.object({ id: z.guid() }).safeParse(params);
  if (!read.success) throw new AuthError('not_found');
  return read.data.id.toLowerCase();
}

/** A name on one line. */
const personName = z
  .string()
  .trim()
  .min(1, 'A name is required')
  .max(100, 'A name must not be longer than 100 characters')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
    message: 'A name must be plain text',
    params: { code: 'name_not_plain' },
  });

export const nameShape = { first_name: personName, last_name: personName };

const invitationShape = z.object({
  email,
  ...nameShape,
  role: z.enum(staffRoles, `role must be ${staffRoles.join(' or ')}`),
  language: z.enum(languages, `language must be ${languages.join(' or ')}`).default(sourceLanguage),
});
