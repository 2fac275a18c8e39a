import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { markAsker } from '../asker.ts';
import { challenge, challengeOf, email, metadata, readBody, redirectOf } from '../bodies.ts';
import { requirePass, security } from '../captcha.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLink, sendLinkIfAnybody } from '../mails/link-mails.ts';
import { isMailOut } from '../mails/one-time-tokens.ts';
import { requireGoodPassword } from '../users/password-rule.ts';
import { obfuscatedBody, userBody } from '../users/user-body.ts';
import {
  insertUser,
  isConfirmed,
  lockUserByEmail,
  readUser,
  replaceSignUp,
  type SignUp,
  type User,
} from '../users/users.ts';

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
  const { database, passwords, mailLimit, spendPass, devices } = context;
  app.post('/signup', async (request, reply) => {
    const body = readBody(shape, request);
    if (body.email === undefined) {
      throw new AuthError(body.phone ? 'phone_provider_disabled' : 'anonymous_provider_disabled');
    }
    if (!body.password) {
      throw new AuthError('validation_failed', { message: 'Signup requires a valid password' });
    }
    requireGoodPassword(body.password);
    await requirePass(spendPass, body, 'signup');
    const [redirectTo, pkce] = [redirectOf(request), challengeOf(body)];
    await mailLimit(request, 'confirmation', body.email);
    const wanted = {
      kind: 'confirmation',
      email: body.email,
      redirectTo,
      challenge: pkce,
      asker: await markAsker(devices, request, reply),
    } as const;
    const data = body.data ?? {};
    const { password } = body;
    const signUp = { email: body.email, passwordHash: await passwords.hash(password), data };

    return database.asOwner(async (tx) => {
      const created = await insertUser(tx, signUp);
      const existing = created ?? (await lockUserByEmail(tx, signUp.email));
      if (!existing || isConfirmed(existing)) {
        await sendLinkIfAnybody(tx, context, undefined, wanted);
        return obfuscatedBody(signUp.email, data, new Date());
      }
      const user = created ?? (await signUpAgain(tx, context, existing, { ...signUp, password }));
      await sendLink(tx, context, user, wanted);
      return userBody(await readUser(tx, user.id));
    });
  });
}

/**
 * While the mail of an earlier sign-up is out, nobody knows which of the two its reader made: one of them may be a
 * stranger's. Where they name different passwords, the confirmation vouches for neither.
 */
async function signUpAgain(
  tx: Transaction,
  { passwords }: AuthContext,
  user: User,
  { password, passwordHash, data }: SignUp & { password: string },
): Promise<User> {
  const disputed =
    (await isMailOut(tx, user.id, 'confirmation')) &&
    !(await passwords.matches(password, user.encrypted_password));
  return replaceSignUp(tx, user, { passwordHash: disputed ? null : passwordHash, data });
}
