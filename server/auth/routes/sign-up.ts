import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isWholePhone } from '#domain/contact/phone.ts';
import type { Transaction } from '#server/database/database.ts';
import { captchaFields, requireCaptcha } from '../captcha.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLinkMail } from '../mails/link-mails.ts';
import { limitMails } from '../mails/mail-limit.ts';
import { requireStrongPassword } from '../users/password-rule.ts';
import {
  insertUser,
  isConfirmed,
  lockUserByEmail,
  obfuscatedUserResponse,
  readUser,
  replaceSignUp,
  type SignUp,
  type User,
  userResponse,
} from '../users/users.ts';
import { email, metadata, pkceChallengeOf, pkceFields, readBody, readRedirectTo } from '../validation.ts';
import { hasPendingToken } from '../verification/one-time-tokens.ts';

const shape = z.object({
  email: email.optional(),
  phone: z.string().optional(),
  password: z.string('Signup requires a valid password').optional(),
  data: metadata
    .refine(hasOwnPhone, { message: 'US numbers only: ten digits', params: { code: 'us_numbers_only' } })
    .nullish(),
  ...pkceFields,
  ...captchaFields,
});

/** The profile would show it. A number that doesn't fit there is refused, and never cut. */
function hasOwnPhone({ phone }: Record<string, unknown>): boolean {
  return typeof phone !== 'string' || phone === '' || isWholePhone(phone);
}

/** Creates an unconfirmed user. The account can be used when the mailed link was opened. */
export function signUpRoute(app: FastifyInstance, context: AuthContext): void {
  const { database, passwordHasher, spendPass, devices } = context;
  app.post('/signup', async (request, reply) => {
    const body = readBody(shape, request);
    if (body.email === undefined) {
      if (!body.phone) throw new AuthError('anonymous_provider_disabled');
      throw new AuthError('phone_provider_disabled', { message: 'Phone signups are disabled' });
    }
    if (!body.password) {
      throw new AuthError('validation_failed', { message: 'Signup requires a valid password' });
    }
    requireStrongPassword(body.password);
    await requireCaptcha(spendPass, body, 'signup');
    const [redirectTo, pkce] = [readRedirectTo(request), pkceChallengeOf(body)];
    await limitMails(context, request, 'confirmation', body.email, 'sign-up mail');
    const linkMail = {
      kind: 'confirmation',
      email: body.email,
      redirectTo,
      challenge: pkce,
      fingerprint: await devices.issueFingerprint(request, reply),
    } as const;
    const data = body.data ?? {};
    const { password } = body;
    const signUp = { email: body.email, passwordHash: await passwordHasher.hash(password), data };

    return database.asOwner(async (tx) => {
      const created = await insertUser(tx, signUp);
      const existing = created ?? (await lockUserByEmail(tx, signUp.email));
      if (!existing || isConfirmed(existing)) {
        await sendLinkMail(tx, context, undefined, linkMail);
        return obfuscatedUserResponse(signUp.email, data, new Date());
      }
      const user = created ?? (await signUpAgain(tx, context, existing, { ...signUp, password }));
      await sendLinkMail(tx, context, user, linkMail);
      // As sent: what is kept of a disputed sign-up would tell a stranger which guesses were right.
      return userResponse({ ...(await readUser(tx, user.id)), raw_user_meta_data: data });
    });
  });
}

/**
 * Repeats a sign-up. While an earlier mail is valid, one may be someone else's: unequal passwords are not set. The link in
 * either mail then confirms what is known of the person, so only what both said is, and the language of the mails.
 */
async function signUpAgain(
  tx: Transaction,
  { passwordHasher }: AuthContext,
  user: User,
  { password, passwordHash, data }: SignUp & { password: string },
): Promise<User> {
  const disputed =
    (await hasPendingToken(tx, user.id, 'confirmation')) &&
    !(await passwordHasher.verify(password, user.encrypted_password));
  if (!disputed) return replaceSignUp(tx, user, { passwordHash, data });
  const agreed = Object.entries(data).filter(
    ([key, value]) => key === 'language' || isDeepStrictEqual(value, user.raw_user_meta_data[key]),
  );
  return replaceSignUp(tx, user, { passwordHash: null, data: Object.fromEntries(agreed) });
}
