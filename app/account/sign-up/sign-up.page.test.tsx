import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import status from '#tests/support/answers/login-status.json' with { type: 'json' };
import { type Answer, fakeService, lost, proxyPage } from '#tests/support/route/fake-service.ts';
import {
  button,
  dialog,
  eventually,
  expectPath,
  field,
  fill,
  gone,
  heading,
  link,
  text,
} from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

const email = 'rosa@example.com';
const password = 'seis perros azules';
const answers = {
  'First name': 'Rosa',
  'Last name': 'Delgado',
  Email: email,
  'Confirm email': email,
  'Phone number': '203-555-0142',
  Password: password,
  'Confirm password': password,
};

/** Opens the page, and fills in the form. */
async function open(more: Answer[] = [], changes: Record<string, string> = {}) {
  const service = fakeService(
    ...more,
    auth.captchaChallenge,
    auth.captchaPassed,
    status.unknown,
    auth.signedUp,
  );
  const { user } = await renderRoute('/signup');
  await fill({ ...answers, ...changes });
  return { service, user, send: async () => user.click(await button('Create my account')) };
}

test('an empty form shows an error summary that links to each field', async () => {
  fakeService();
  const { user } = await renderRoute('/signup');
  const below = await text(/at least 18 years old/);
  expect([...below.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Terms',
    'Privacy Policy',
  ]);
  await user.click(await button('Create my account'));
  await text('Please check these answers');
  const summary = screen.getAllByRole('alert').find((alert) => alert.textContent.includes('Please check'));
  expect(document.activeElement).toBe(summary);
  expect([...(summary?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'First name is required',
    'Last name is required',
    'Email is required',
    'Enter your email again',
    'Phone number is required',
    'Password is required',
    'Enter your password again',
  ]);
  await user.click(await link('Phone number is required'));
  await user.keyboard('2035550142');
  expect((await field('Phone number')).value).toBe('203-555-0142');
  await gone('Phone number is required');
});

test('shows two entries that differ until either is corrected', async () => {
  const { send } = await open([], { Email: 'other@example.com', Password: 'another one' });
  await send();
  expect(await screen.findAllByText('Email addresses do not match')).toHaveLength(2);
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
  await fill({ Email: email, Password: password });
  await gone('Email addresses do not match');
  await gone('Passwords do not match');
});

test('limits the phone to ten digits, and sends digits with the pass of the captcha', async () => {
  const { service, user, send } = await open([], { 'Phone number': '' });
  await user.type(await field('Phone number'), '(203) 555x0142 99');
  expect((await field('Phone number')).value).toBe('203-555-0142');
  await send();
  await expectPath('/confirm-email');
  expect(service.bodies(auth.signedUp)).toMatchObject([
    {
      email,
      data: { first_name: 'Rosa', last_name: 'Delgado', phone: '2035550142', role: 'client' },
      gotrue_meta_security: { captcha_token: auth.captchaPassed.body.pass },
    },
  ]);
});

test('keeps what was typed after a reload, except the password, until the account is there', async () => {
  const { user } = await open();
  await loadDocument('/signup');
  await eventually(async () => expect((await field('First name')).value).toBe('Rosa'));
  for (const [label, value] of Object.entries(answers))
    expect((await field(label)).value).toBe(label.includes('assword') ? '' : value);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(password);
  await fill({ Password: password, 'Confirm password': password });
  await user.click(await button('Create my account'));
  await expectPath('/confirm-email');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Delgado');
});

test('shows and hides each password', async () => {
  fakeService();
  const { user } = await renderRoute('/signup');
  await button('Create my account');
  const types = async () => [(await field('Password')).type, (await field('Confirm password')).type];
  const [, second] = screen.getAllByRole('button', { name: 'Show password' });
  if (second) await user.click(second);
  expect(await types()).toEqual(['password', 'text']);
  await user.click(await button('Hide password'));
  expect(await types()).toEqual(['password', 'password']);
});

test.each([
  ['the office knows the address', [status.known], 'Log in', '/login'],
  [
    'only the answer to the sign-up tells',
    [status.fault, auth.signedUpBefore],
    'Reset Password',
    '/password-reset',
  ],
])('offers the login and a reset for a known email: %s', async (_, known, name, path) => {
  const { user, send } = await open(known);
  await send();
  const modal = await dialog('Account Already Exists');
  await text('An account with this email address already exists. Please sign in to access your account.');
  const goOn = [...modal.querySelectorAll('a')].find(({ textContent }) => textContent === name);
  if (goOn) await user.click(goOn);
  await expectPath(path);
  expect((await field('Email')).value).toBe(email);
});

const refused = 'Security verification failed. Please try again.';
test.each<[string, string, Answer]>([
  ['a refused captcha', refused, auth.captchaRefused],
  ['a captcha without a verdict', refused, proxyPage(auth.captchaPassed)],
  ['a captcha without a challenge', refused, proxyPage(auth.captchaChallenge)],
  [
    'a fault of the server',
    'Account creation temporarily unavailable. Please try again in a few moments or contact support at (203) 555-0142',
    auth.signUpFault,
  ],
  ['a proxy’s page', 'An unexpected error occurred', proxyPage(auth.signedUp, 400)],
  [
    'a lost connection',
    'Connection error. Please check your internet connection or contact support at (203) 555-0142',
    lost(auth.signedUp),
  ],
])('says what to do after %s, and keeps what was typed', async (_, words, answer) => {
  const { send } = await open([answer]);
  await send();
  await text(words);
  expect((await field('First name')).value).toBe('Rosa');
  expect((await field('Password')).value).toBe(password);
});

test('shows beside the password that the server finds it weak', async () => {
  const { send } = await open([auth.weakPassword]);
  await send();
  await text('Please check these answers');
  expect(await screen.findAllByText(/^This password is too short/)).toHaveLength(2);
  expect(document.activeElement?.textContent).toMatch(/^Please check these answers/);
});

test('correcting an email after a refusal keeps the focus in its field', async () => {
  const { user, send } = await open([auth.signUpFault]);
  await send();
  await text(/^Account creation temporarily unavailable/);
  const input = await field('Email');
  await user.click(input);
  await user.keyboard('{Backspace}');
  await text('Please check these answers');
  await user.keyboard('m');
  await gone('Please check these answers');
  expect(input.value).toBe('rosa@example.com');
});

test('opens the page that waits for the confirmation, with a link to the login', async () => {
  const { user, send } = await open();
  await send();
  await heading('Check your email');
  await text(email);
  await text('Not in your inbox? Check your spam or junk folder.');
  await text('You can’t log in until your email is confirmed.');
  const [logIn] = document.querySelectorAll<HTMLElement>('main a[href="/login"]');
  if (logIn) await user.click(logIn);
  await expectPath('/login');
});
