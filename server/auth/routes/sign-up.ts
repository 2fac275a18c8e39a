import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AuthError } from '#server/http/wire-error.ts';
import { challenge, challengeOf, email, metadata, readBody, redirectOf } from '../bodies.ts';
import { requirePass, security } from '../captcha.ts';
import type { AuthContext } from '../context.ts';
import { sendLink, sendLinkIfAnybody } from '../link-mails.ts';
import { requireGoodPassword } from '../password-rule.ts';
import { obfuscatedBody, userBody } from '../user-body.ts';
import { insertUser, isConfirmed, lockUserByEmail, readUser, replaceSignUp } from '../users.ts';

const shape = z.object({
  email: email.optional(),
  phone: z.string().optional(),
  password: z.string('Signup requires a valid password').optional(),
  data: metadata.nullish(),
  ...challenge,
  ...security,
});

/** Somebody signs up. Nothing is theirs before the mail's link is followed. */
export function signUpRoute(app: FastifyInstance, context: AuthContext): void {
  const { database, passwords, mailLimit, spendPass } = context;
  app.post('/signup', async (request) => {
    const body = readBody(shape, request);
    if (body.email === undefined) {
      throw new AuthError(body.phone ? 'phone_provider_disabled' : 'anonymous_provider_disabled');
    }
    if (!body.password) {
      throw new AuthError('validation_failed', { message: 'Signup requires a valid password' });
    }
    requireGoodPassword(body.password);
    await requirePass(spendPass, body, 'signup');
    const wanted = {
      kind: 'confirmation',
      email: body.email,
      redirectTo: redirectOf(request),
      challenge: challengeOf(body),
    } as const;
    const data = body.data ?? {};
    const signUp = { email: body.email, passwordHash: await passwords.hash(body.password), data };

    return database.asOwner(async (tx) => {
      await mailLimit(tx, 'confirmation', signUp.email);
      const created = await insertUser(tx, signUp);
      const existing = created ?? (await lockUserByEmail(tx, signUp.email));
      if (!existing || isConfirmed(existing)) {
        await sendLinkIfAnybody(tx, context, undefined, wanted);
        return obfuscatedBody(signUp.email, data, new Date());
      }
      const user = created ?? (await replaceSignUp(tx, existing, signUp));
      await sendLink(tx, context, user, wanted);
      return userBody(await readUser(tx, user.id));
    });
  });
}
