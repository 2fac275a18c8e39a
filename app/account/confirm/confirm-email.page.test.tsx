import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { fakeService, lost } from '#tests/support/route/fake-service.ts';
import { button, expectPath, fill, heading, link, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';
import { messages as words } from '../../../locales/es/account.po';

const email = 'rosa@example.com';
/** What the browser of the sign-up stores. */
const signedUpHere = () => ({ stored: { 'nutmeg.begun.signup': { email, at: Date.now() } } });
const mailed = '/confirm-email#token_hash=secret&type=signup';

test('the browser of the sign-up confirms without a press, once', async () => {
  const service = fakeService(auth.linkConfirmed);
  await renderRoute(mailed, signedUpHere());
  await heading('Email Confirmed');
  expect(service.bodies(auth.linkConfirmed)).toEqual([
    { token_hash: 'secret', type: 'signup', redirect_to: 'http://localhost:3000/confirm-email' },
  ]);
  expect(window.location.hash).toBe('');
});

test.each([
  [mailed, 'Confirm your email', 'Confirm my email', 'Email Confirmed'],
  [`/es${mailed}`, 'Confirme su correo electrónico', 'Confirmar mi correo', 'Correo electrónico confirmado'],
])('in any other browser, %s asks for a press first', async (address, title, press, done) => {
  const service = fakeService(auth.linkConfirmed);
  const { user } = await renderRoute(address, { words });
  await heading(title);
  expect(service.bodies(auth.linkConfirmed)).toEqual([]);
  await user.click(await button(press));
  await heading(done);
  expect(service.bodies(auth.linkConfirmed)).toHaveLength(1);
});

test('a link that is opened in the tab of the sign-up confirms too', async () => {
  const service = fakeService(auth.linkConfirmed);
  await renderRoute('/confirm-email', signedUpHere());
  await heading('Check your email');
  window.location.hash = '#token_hash=secret&type=signup';
  await heading('Email Confirmed');
  expect(service.bodies(auth.linkConfirmed)).toHaveLength(1);
});

test('a press without a connection can be repeated', async () => {
  const service = fakeService(lost(auth.linkConfirmed));
  const { user } = await renderRoute(mailed);
  await user.click(await button('Confirm my email'));
  await text('Connection error. Please check your internet connection and try again.');
  service.answer(auth.linkConfirmed);
  await user.click(await button('Confirm my email'));
  await heading('Email Confirmed');
});

test('a link that was used up or has expired shows an error after the press', async () => {
  fakeService(auth.linkRefused);
  const { user } = await renderRoute(mailed);
  await user.click(await button('Confirm my email'));
  await heading('Confirmation Error');
});

test.each([
  ['?token_hash=gone&type=email', auth.tokenRefused],
  ['#token_hash=gone&type=signup', auth.linkRefused],
])('an expired link shows an error, and leads to the login: %s', async (link_, answer) => {
  fakeService(answer);
  const { user } = await renderRoute(`/confirm-email${link_}`, signedUpHere());
  await heading('Confirmation Error');
  await text('There was an error confirming your email. The link may have expired or already been used.');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    'Please try logging in, or contact support at (203) 555-0142 if the issue persists.',
  );
  await user.click(await link('Go to login'));
  await expectPath('/login');
});

const label = 'Email you used to sign up';

test('confirms by the code from the email', async () => {
  const service = fakeService(auth.tokenRefused, account.profile);
  const { user } = await renderRoute('/confirm-email');
  await fill({ [label]: email, 'Code from the email': '12345678' });
  await user.click(await button('Confirm my email'));
  await text('That code is wrong or has expired. Check it, or send the email again');
  service.answer(auth.verified);
  await user.click(await button('Confirm my email'));
  await heading('Email Confirmed');
  expect(service.bodies(auth.tokenRefused).at(-1)).toMatchObject({
    type: 'signup',
    email,
    token: '12345678',
  });
});

const mailedJustNow = 'We’ve just sent you an email. Please wait a minute before you ask for another one.';

test('sends the email again, with a pause', async () => {
  const pause = (name: RegExp) => screen.findByRole('button', { name, hidden: true });
  const service = fakeService(auth.resentTooSoon);
  const { user } = await renderRoute('/confirm-email');
  await fill({ [label]: email });
  await user.click(await button('Send the email again'));
  await text(mailedJustNow);
  await pause(/in (4[0-2]|3\d) s$/);
  service.answer({ ...auth.resetMailed, request: auth.resentTooSoon.request });
  const again = await renderRoute('/confirm-email');
  await fill({ [label]: email });
  await again.user.click(await button('Send the email again'));
  await text(`If ${email} still needs to be confirmed, we’ve sent a new email.`);
  expect((await pause(/in (60|5\d) s$/)).hasAttribute('disabled')).toBe(true);
});

test('a link opened in another browser confirms, and leads to the account by the login', async () => {
  fakeService();
  const { user } = await renderRoute('/confirm-email?code=of-another-browser');
  await heading('Email Confirmed');
  await text('Thank you! You can log in now.');
  await user.click(await link('Go to Account'));
  await text('Please log in to access your account');
});
