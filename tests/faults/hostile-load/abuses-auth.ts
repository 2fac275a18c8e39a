import { forgedPass } from '#tests/support/captcha.ts';
import type { Abuse } from './weapons.ts';

const json = (value: object) => JSON.stringify(value);

/** A valid pass, so that the abuse gets past the captcha to the expensive part. */
const passFor = async (action: string) => ({
  gotrue_meta_security: { captcha_token: await forgedPass({ action }) },
});

export const authAbuses: readonly Abuse[] = [
  {
    name: 'passwords to hash, from many networks',
    run: ({ inParallel, ask }) =>
      inParallel(60, async (loop, round) =>
        ask({
          method: 'POST',
          path: '/auth/v1/token?grant_type=password',
          body: json({
            email: `somebody-${loop}-${round}@example.com`,
            password: 'guess',
            ...(await passFor('login')),
          }),
          from: 10 + loop,
        }),
      ),
  },
  {
    name: 'sign-ups, from many networks',
    run: ({ inParallel, ask }) =>
      inParallel(40, async (loop, round) =>
        ask({
          method: 'POST',
          path: '/auth/v1/signup',
          body: json({
            email: `flood-${process.pid}-${loop}-${round}@example.com`,
            password: 'a long enough password',
            data: { first_name: 'x'.repeat(3000) },
            ...(await passFor('signup')),
          }),
          from: 10 + loop,
        }),
      ),
  },
  {
    name: 'captchas, asked for and answered wrongly',
    run: ({ inParallel, ask }) =>
      inParallel(40, (loop) =>
        ask(
          loop % 2
            ? { path: '/functions/v1/captcha-challenge?action=login', from: 10 + loop }
            : {
                method: 'POST',
                path: '/functions/v1/verify-recaptcha',
                body: json({ token: 'x'.repeat(9_999), action: 'login' }),
                from: 10 + loop,
              },
        ),
      ),
  },
  {
    name: 'passwords and names a megabyte long',
    run: ({ inParallel, ask }) =>
      inParallel(24, (loop) =>
        ask({
          method: 'POST',
          path: ['/auth/v1/token?grant_type=password', '/auth/v1/signup', '/auth/v1/recover'][loop % 3] ?? '',
          body: json({
            email: `${'a\u0301\u0316'.repeat(100_000)}@example.com`,
            password: 'a\u0301\u0316'.repeat(100_000),
          }),
          from: 10 + loop,
        }),
      ),
  },
  {
    name: 'tokens that are none',
    run: ({ inParallel, ask, scene: { token } }) => {
      const [head, claims] = token.split('.');
      return inParallel(40, (loop) =>
        ask({
          path: '/rest/v1/checklist_items?select=id',
          headers: {
            authorization: `Bearer ${loop % 2 ? 'x.'.repeat(7000) : `${head}.${claims}.${'A'.repeat(86)}`}`,
          },
        }),
      );
    },
  },
  {
    name: 'refresh tokens that are none',
    run: ({ inParallel, ask }) =>
      inParallel(40, (loop) =>
        ask({
          method: 'POST',
          path: '/auth/v1/token?grant_type=refresh_token',
          body: json({ refresh_token: `nothing-${loop}` }),
        }),
      ),
  },
];
