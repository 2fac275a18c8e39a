import { afterAll, beforeAll, test } from 'vitest';
import { insertPerson, PASSWORD } from '#tests/support/people.ts';
import {
  type SharedPortal,
  sharedPortal,
  startPortal,
  type TestPortal,
} from '#tests/support/server/portal.ts';
import { authCall, fragmentOf, linkIn } from '../support/auth-wire.ts';
import { recordAnswers, rosa } from './recorder.ts';

let portal: TestPortal;
let guarded: SharedPortal;
beforeAll(async () => {
  portal = await startPortal({ env: { RATE_LIMITS: 'on' } });
  guarded = await sharedPortal('visitors');
});
afterAll(() => portal?.close());

const password = 'POST /auth/v1/token?grant_type=password';
const refresh = 'POST /auth/v1/token?grant_type=refresh_token';

// The addresses are recorded, so a second try would find them taken.
test('what the auth service and the captcha say to the pages before the login', { retry: 0 }, async () => {
  const { record, compare } = recordAnswers(portal);
  const email = 'rosa@example.com';
  await insertPerson(portal, { email, data: rosa });
  await insertPerson(portal, { email: 'banned@example.com' });
  await portal.database.query(
    `update auth.users set banned_until = '2100-01-01' where email like 'banned@%'`,
  );

  await record('captchaChallenge', 'GET /functions/v1/captcha-challenge', { query: 'action=login' });
  await record('captchaPassed', 'POST /functions/v1/verify-recaptcha', {
    body: { token: 'off', action: 'login' },
  });

  const signedIn = await record('signedIn', password, { body: { email, password: PASSWORD } });
  await record('wrongPassword', password, { body: { email, password: 'not this one' } });
  await record('banned', password, { body: { email: 'banned@example.com', password: PASSWORD } });
  await record('signedUp', 'POST /auth/v1/signup', {
    body: { email: 'new@example.com', password: PASSWORD, data: rosa },
  });
  await record('signedUpBefore', 'POST /auth/v1/signup', { body: { email, password: PASSWORD, data: rosa } });
  await record('weakPassword', 'POST /auth/v1/signup', {
    body: { email: 'weak@example.com', password: '12345', data: rosa },
  });
  await record('notConfirmed', password, { body: { email: 'new@example.com', password: PASSWORD } });
  await record('resentTooSoon', 'POST /auth/v1/resend', {
    body: { type: 'signup', email: 'new@example.com' },
  });
  await record('tokenRefused', 'POST /auth/v1/verify', { body: { type: 'email', token_hash: 'gone' } });

  await record('resetMailed', 'POST /auth/v1/recover', { body: { email } });
  // From then on, the answers about this person have its time.
  await portal.mailTo(email);
  await record('resetTooSoon', 'POST /auth/v1/recover', { body: { email } });

  const bearer = String(signedIn.access_token);
  await record('user', 'GET /auth/v1/user', { bearer });
  await record('samePassword', 'PUT /auth/v1/user', { bearer, body: { password: PASSWORD } });
  await record('passwordChanged', 'PUT /auth/v1/user', { bearer, body: { password: 'three green cats' } });
  await portal.database.query(`update auth.sessions set created_at = now() - interval '2 days'`);
  await record('codeDemanded', 'PUT /auth/v1/user', { bearer, body: { password: 'four red dogs' } });
  await record('codeMailed', 'GET /auth/v1/reauthenticate', { bearer });
  const nonce = '000000';
  await record('codeRefused', 'PUT /auth/v1/user', { bearer, body: { password: 'four red dogs', nonce } });
  await record('renewed', refresh, { body: { refresh_token: signedIn.refresh_token } });
  await record('notRenewed', refresh, { body: { refresh_token: 'gone' } });
  await record('loggedOut', 'POST /auth/v1/logout', { query: 'scope=local', bearer });
  await record('sessionEnded', 'GET /rest/v1/user_profiles', { bearer });
  await record('sessionGone', refresh, { body: { refresh_token: signedIn.refresh_token } });

  const [, token] = /^ +(\d{8})$/m.exec((await portal.mailTo('new@example.com')).text ?? '') ?? [];
  await record('verified', 'POST /auth/v1/verify', {
    body: { type: 'signup', email: 'new@example.com', token },
  });

  const linked = { email: 'linked@example.com' };
  const pressed = async (subject: RegExp) => {
    const link = linkIn(await portal.mailTo(linked.email, (mail) => subject.test(mail.subject ?? '')));
    return { body: { ...fragmentOf(link), redirect_to: link.origin + link.pathname } };
  };
  // As the app does it. The answer has a code, which only the browser of the sign-up can exchange.
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' };
  await authCall(portal, 'signup', { body: { ...linked, password: PASSWORD, data: rosa, ...challenge } });
  await record('linkConfirmed', 'POST /auth/v1/verify/link', await pressed(/confirm/));
  await authCall(portal, 'recover', { body: linked });
  const reset = await pressed(/password/);
  await record('linkOpened', 'POST /auth/v1/verify/link', reset);
  await record('linkRefused', 'POST /auth/v1/verify/link', reset);

  // What a fault of the server looks like.
  await portal.database.query('alter table auth.users rename to lost');
  await record('fault', password, { body: { email, password: PASSWORD } });
  await record('signUpFault', 'POST /auth/v1/signup', { body: { email, password: PASSWORD, data: rosa } });
  await record('captchaRefused', 'POST /functions/v1/verify-recaptcha', {
    at: guarded.url,
    body: { token: 'wrong', action: 'login' },
  });
  await compare('auth');
});
