import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { challenge, challengeOf, email, readBody, redirectOf } from '../bodies.ts';
import type { AuthContext } from '../context.ts';
import { type LinkKind, sendLinkIfAnybody } from '../link-mails.ts';
import { originOf } from '../origin.ts';
import { isBanned, isConfirmed, lockUserByEmail, type User } from '../users.ts';

/**
 * Visitors ask for a mail. The answer is `{}` for everybody, after the same work: it tells nobody who has an
 * account.
 */
export function mailRequestRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, mailLimit } = context;

  app.post('/recover', async (request) => {
    const body = readBody(z.object({ email, ...challenge }), request);
    const wanted = wantedMail('recovery', body, redirectOf(request));
    await database.asOwner(async (tx) => {
      await mailLimit(tx, wanted.kind, body.email);
      const user = reachable(await lockUserByEmail(tx, body.email));
      await sendLinkIfAnybody(tx, context, user, wanted);
      const userId = user?.id ?? null;
      await audit(tx, { action: 'auth.recovery_requested', userId, origin: originOf(request) });
    });
    return {};
  });

  // Nobody is signed up by this: a person of this office signs up with a name and a phone number.
  app.post('/otp', async (request) => {
    const body = readBody(otpShape, request);
    const wanted = wantedMail('magiclink', body, redirectOf(request));
    await database.asOwner(async (tx) => {
      await mailLimit(tx, wanted.kind, body.email);
      const user = reachable(await lockUserByEmail(tx, body.email));
      await sendLinkIfAnybody(tx, context, user, wanted);
    });
    return {};
  });

  app.post('/resend', async (request) => {
    const body = readBody(resendShape, request);
    const kind = body.type === 'signup' ? 'confirmation' : 'email_change';
    const redirectTo = redirectOf(request);
    await database.asOwner(async (tx) => {
      const user = reachable(await lockUserByEmail(tx, body.email));
      const waiting = waitingFor(kind, user);
      await mailLimit(tx, kind, kind === 'email_change' ? (user?.id ?? body.email) : body.email);
      const wanted = wantedMail(kind, { ...body, email: waiting ?? body.email }, redirectTo);
      await sendLinkIfAnybody(tx, context, waiting === undefined ? undefined : user, wanted);
    });
    return {};
  });
}

const otpShape = z.object({ email, create_user: z.boolean().nullish(), ...challenge });
const resendShape = z.object({
  email,
  type: z.enum(['signup', 'email_change'], 'Missing one of these types: signup, email_change'),
  ...challenge,
});

function wantedMail<Kind extends LinkKind>(
  kind: Kind,
  body: { email: string } & Parameters<typeof challengeOf>[0],
  redirectTo: string | undefined,
) {
  return { kind, email: body.email, redirectTo, challenge: challengeOf(body) };
}

/** Who is banned gets no mail that opens the account. */
function reachable(user: User | undefined): User | undefined {
  return user && !isBanned(user) ? user : undefined;
}

/** The address that still has to be confirmed, if there is one. */
function waitingFor(kind: 'confirmation' | 'email_change', user: User | undefined): string | undefined {
  if (!user) return undefined;
  if (kind === 'email_change') return user.email_change ?? undefined;
  return isConfirmed(user) ? undefined : user.email;
}
