import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { type LinkKind, sendLinkMail } from '../mails/link-mails.ts';
import { limitMails } from '../mails/mail-limit.ts';
import { readRequestContext } from '../request-context.ts';
import { isBanned, isConfirmed, lockUserByEmail, type User } from '../users/users.ts';
import { email, pkceChallengeOf, pkceFields, readBody, readRedirectTo } from '../validation.ts';

/** The response, always `{}`, is sent before the user is looked up: it and its timing reveal no account. */
export function mailRequestRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, background, devices } = context;

  app.post('/recover', async (request, reply) => {
    const body = readBody(z.object({ email, ...pkceFields }), request);
    return answer(request, reply, 'recovery', body, (user) => user?.email);
  });

  // Texts are off, so a phone number is refused before anything else is looked at.
  const refusePhone = (request: FastifyRequest, message?: string) => {
    const { email, phone } = readBody(phoneShape, request);
    if (phone && !email) throw new AuthError('phone_provider_disabled', message ? { message } : {});
  };

  // Does not sign anyone up: sign-up needs a name and a phone number. With `create_user` false the hosted service rejects
  // unknown addresses, which reveals who is a client; here the response is always the same.
  app.post('/otp', async (request, reply) => {
    refusePhone(request, 'Unsupported phone provider');
    const body = readBody(otpShape, request);
    return answer(request, reply, 'magiclink', body, (user) => user?.email);
  });

  app.post('/resend', async (request, reply) => {
    refusePhone(request);
    const body = readBody(resendShape, request);
    const kind = body.type === 'signup' ? 'confirmation' : 'email_change';
    return answer(request, reply, kind, body, (user) => unconfirmedAddress(kind, user));
  });

  /** `addressFor` returns the recipient, or undefined if no mail is to be sent. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: LinkKind,
    body: { email: string } & Parameters<typeof pkceChallengeOf>[0],
    addressFor: (user: User | undefined) => string | undefined,
  ): Promise<object> {
    const [redirectTo, challenge] = [readRedirectTo(request), pkceChallengeOf(body)];
    const requestContext = readRequestContext(request);
    await limitMails(context, request, kind, body.email);
    const linkMail = {
      kind,
      redirectTo,
      challenge,
      fingerprint: await devices.issueFingerprint(request, reply),
    };
    background.run(() =>
      database.asOwner(async (tx) => {
        const found = await lockUserByEmail(tx, body.email);
        const address = addressFor(unlessBanned(found));
        const user = address === undefined ? undefined : found;
        await sendLinkMail(tx, context, user, { ...linkMail, email: address ?? body.email });
        const action = kind === 'recovery' ? 'auth.recovery_requested' : 'auth.link_requested';
        await audit(tx, { action, userId: found?.id ?? null, requestContext, details: { kind } });
      }),
    );
    return {};
  }
}

const phoneShape = z.object({ email: z.unknown().optional(), phone: z.string().nullish() });
const otpShape = z.object({ email, create_user: z.boolean().nullish(), ...pkceFields });
const resendShape = z.object({
  email,
  type: z.enum(['signup', 'email_change'], 'Missing one of these types: signup, email_change'),
  ...pkceFields,
});

/** Banned users get no mail that gives access to the account. */
function unlessBanned(user: User | undefined): User | undefined {
  return user && !isBanned(user) ? user : undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A change of address that is a day old is no longer wanted, or was requested by someone else. */
function isRecentChange({ email_change_sent_at: sentAt }: User): boolean {
  return sentAt !== null && Date.now() - sentAt.getTime() < DAY_MS;
}

/** The address that is not confirmed yet, if there is one. */
function unconfirmedAddress(
  kind: 'confirmation' | 'email_change',
  user: User | undefined,
): string | undefined {
  if (!user) return undefined;
  if (kind === 'email_change') return isRecentChange(user) ? (user.email_change ?? undefined) : undefined;
  return isConfirmed(user) ? undefined : user.email;
}
