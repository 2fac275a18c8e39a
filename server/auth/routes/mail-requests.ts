import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { issueFingerprint } from '../client-fingerprint.ts';
import type { AuthContext } from '../context.ts';
import { type LinkKind, sendLinkMailIfUser } from '../mails/link-mails.ts';
import { requestContext } from '../request-context.ts';
import { isBanned, isConfirmed, lockUserByEmail, type User } from '../users/users.ts';
import { email, pkceChallengeOf, pkceFields, readBody, readRedirectTo } from '../validation.ts';

/**
 * Visitors ask for a mail. The answer is `{}` for everybody, before anybody is looked for: it tells nobody who has
 * an account, nor does the time that it takes. The rest is the same work for everybody.
 */
export function mailRequestRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, mailLimit, background, devices } = context;

  app.post('/recover', async (request, reply) => {
    const body = readBody(z.object({ email, ...pkceFields }), request);
    return answer(request, reply, 'recovery', body, (user) => user?.email);
  });

  // This signs nobody up: people sign up with the office by name and phone number. With `create_user` false the hosted
  // service refuses unknown addresses, which reveals who is a client; here the answer is always the same.
  app.post('/otp', async (request, reply) => {
    const body = readBody(otpShape, request);
    return answer(request, reply, 'magiclink', body, (user) => user?.email);
  });

  app.post('/resend', async (request, reply) => {
    const body = readBody(resendShape, request);
    const kind = body.type === 'signup' ? 'confirmation' : 'email_change';
    return answer(request, reply, kind, body, (user) => unconfirmedAddress(kind, user));
  });

  /** `addressFor`: where the mail goes; undefined where none does. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: LinkKind,
    body: { email: string } & Parameters<typeof pkceChallengeOf>[0],
    addressFor: (user: User | undefined) => string | undefined,
  ): Promise<object> {
    const [redirectTo, challenge] = [readRedirectTo(request), pkceChallengeOf(body)];
    const origin = requestContext(request);
    await mailLimit(request, kind, body.email);
    const wanted = {
      kind,
      redirectTo,
      challenge,
      fingerprint: await issueFingerprint(devices, request, reply),
    };
    background.run(() =>
      database.asOwner(async (tx) => {
        const found = await lockUserByEmail(tx, body.email);
        const address = addressFor(unlessBanned(found));
        const user = address === undefined ? undefined : found;
        await sendLinkMailIfUser(tx, context, user, { ...wanted, email: address ?? body.email });
        const action = kind === 'recovery' ? 'auth.recovery_requested' : 'auth.link_requested';
        await audit(tx, { action, userId: found?.id ?? null, origin, details: { kind } });
      }),
    );
    return {};
  }
}

const otpShape = z.object({ email, create_user: z.boolean().nullish(), ...pkceFields });
const resendShape = z.object({
  email,
  type: z.enum(['signup', 'email_change'], 'Missing one of these types: signup, email_change'),
  ...pkceFields,
});

/** Who is banned gets no mail that opens the account. */
function unlessBanned(user: User | undefined): User | undefined {
  return user && !isBanned(user) ? user : undefined;
}

const A_DAY = 24 * 60 * 60 * 1000;

/** A change of address that nobody finished in a day is no longer wanted, or was begun by somebody else. */
function isRecentChange({ email_change_sent_at: sentAt }: User): boolean {
  return sentAt !== null && Date.now() - sentAt.getTime() < A_DAY;
}

/** The address that still has to be confirmed, if there is one. */
function unconfirmedAddress(
  kind: 'confirmation' | 'email_change',
  user: User | undefined,
): string | undefined {
  if (!user) return undefined;
  if (kind === 'email_change') return isRecentChange(user) ? (user.email_change ?? undefined) : undefined;
  return isConfirmed(user) ? undefined : user.email;
}
