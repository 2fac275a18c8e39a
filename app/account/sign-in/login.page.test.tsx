import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import status from '#tests/support/answers/login-status.json' with { type: 'json' };
import { type Answer, fakeService, lost, proxyPage } from '#tests/support/route/fake-service.ts';
import {
  button,
  dialog,
  expectPath,
  field,
  fill,
  gone,
  heading,
  link,
  text,
} from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const captcha = [auth.captchaChallenge, auth.captchaPassed];
const email = 'Rosa@example.com';

async function logIn(user: UserEvent): Promise<void> {
  await fill({ Email: email, Password: 'not this one' });
  await user.click(await button('Log in'));
}

/** Opens the page and sends the form. */
async function tryLogin(...answers: Answer[]) {
  const service = fakeService(...answers, ...captcha);
  const { user } = await renderRoute('/login');
  await logIn(user);
  return { service, user };
}

test('requires an email and a password', async () => {
  const service = fakeService(...captcha);
  const { user } = await renderRoute('/login');
  await user.click(await button('Log in'));
  await link('Email is required');
  await link('Password is required');
  expect(service.bodies(auth.signedIn)).toEqual([]);
});

test('says why a browser that refuses storage asks again', async () => {
  fakeService(...captcha);
  const refuse = (key: string) => {
    // The session is looked for twice a minute, in all tests of a process.
    if (key.startsWith('sb-')) return null;
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => {} });
  await renderRoute('/login');
  await text(/^Your browser blocks storage for this site, so it forgets your login/);
});

test('sends the pass of the captcha with the login', async () => {
  const { service } = await tryLogin(auth.banned);
  await text('User is banned');
  expect(service.bodies(auth.signedIn)).toMatchObject([
    { email, gotrue_meta_security: { captcha_token: auth.captchaPassed.body.pass } },
  ]);
});

/** For clients of the previous system. */
const hints = () => screen.queryAllByText(/past tax years within/).length;

test.each([
  ['Account Not Found', status.unknown, 'Try Again', 'Create Account'],
  ['Welcome Back!', status.legacy, 'Cancel', 'Create New Account'],
])('%s offers to try again, or an account with this email', async (title, known, stay, goOn) => {
  const { user } = await tryLogin(auth.wrongPassword, known);
  await dialog(title);
  expect(hints()).toBe(known === status.legacy ? 1 : 0);
  await user.click(await button(stay));
  await gone(title);
  // The wrong value has focus.
  if (known === status.unknown)
    await vi.waitFor(async () => expect(document.activeElement).toBe(await field('Email')));
  await user.click(await button('Log in'));
  await user.click(await link(goOn));
  await expectPath('/signup');
  expect((await field('Email')).value).toBe(email);
  // The address is on the previous system's list, so it has no typo.
  expect((await field('Confirm email')).value).toBe(known === status.legacy ? email : '');
  expect(hints()).toBe(known === status.legacy ? 1 : 0);
});

test('a wrong password can be corrected or reset', async () => {
  const { user } = await tryLogin(auth.wrongPassword, status.known);
  await dialog('Incorrect Password');
  await text(email);
  await user.click(await button('Try Again'));
  await gone('Incorrect Password');
  // The wrong value has focus and is selected.
  const password = await field('Password');
  await vi.waitFor(() => expect(document.activeElement).toBe(password));
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, 'not this one'.length]);
  expect((await field('Email')).value).toBe(email);
  // So it stays while it is typed again.
  await user.keyboard('{Backspace}');
  await link('Password is required');
  await user.keyboard('another');
  expect(password.value).toBe('another');
  await user.click(await button('Log in'));
  await user.click(await link('Reset Password'));
  await expectPath('/password-reset');
  expect((await field('Email')).value).toBe(email);
});

test('a login opens the page that was wanted', async () => {
  fakeService(...captcha, ...Object.values(account), auth.user);
  const { user } = await renderRoute('/account?from=mail#devices');
  await expectPath('/login');
  await logIn(user);
  await expectPath('/account');
  expect(window.location.search + window.location.hash).toBe('?from=mail#devices');
  await heading('Welcome, Rosa');
});

test.each<[string, string, Answer[]]>([
  [
    'an unknown status of the account',
    'Unable to verify account status. Please try again or contact support.',
    [auth.wrongPassword, status.fault],
  ],
  ['a refused captcha', 'Captcha Security verification failed. Please try again.', [auth.captchaRefused]],
  [
    'a captcha without a challenge',
    'Captcha Security verification failed. Please try again.',
    [proxyPage(auth.captchaChallenge)],
  ],
  ['a fault of the server', 'Network error. Please check your connection and try again.', [auth.fault]],
  ['a proxy’s page', 'An unexpected error occurred', [proxyPage(auth.signedIn, 400)]],
  [
    'a lost connection',
    'Connection error. Please check your internet connection and try again.',
    [lost(auth.captchaChallenge)],
  ],
])('says what to do after %s', async (_, words, answers) => {
  await tryLogin(...answers);
  await text(words);
  expect((await field('Email')).value).toBe(email);
});

test('offers to resend the email before the address is confirmed', async () => {
  const { user } = await tryLogin(auth.notConfirmed);
  await text('Email not confirmed');
  await user.click(await link('Get a new link'));
  await heading('Check your email');
  await text(email);
});
