import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { type Answer, fakeService, held, lost, proxyPage } from '#tests/support/route/fake-service.ts';
import { storedSession } from '#tests/support/route/new-document.ts';
import {
  button,
  eventually,
  expectPath,
  field,
  fill,
  heading,
  link,
  text,
} from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';
import { messages as words } from '../../../locales/es/account.po';

const { access_token, refresh_token, user: rosa } = auth.signedIn.body;
const fragment = new URLSearchParams({ access_token, refresh_token, type: 'recovery' });
const password = 'tres gatos verdes';

/** Opens a link that this browser asked for. */
async function openLink(answers: (Answer | Answer[])[] = [], path = '/reset-password') {
  const service = fakeService(...answers, auth.user, auth.renewed, auth.passwordChanged, account.profile);
  const stored = { 'nutmeg.begun.recovery': { email: rosa.email, at: Date.now() } };
  return { service, ...(await renderRoute(`${path}#${fragment}`, { stored })) };
}

const choose = (first: string, second = first) =>
  fill({ 'New password': first, 'Confirm new password': second });

test('a recovery fragment on any page opens the form for a new password', async () => {
  await openLink([], '/fees');
  await field('New password');
  await eventually(() => expect(window.location.pathname + window.location.hash).toBe('/reset-password'));
});

test.each([
  '',
  '#access_token=a&type=recovery',
  '#refresh_token=r&type=recovery',
  '#access_token=a&refresh_token=r&type=signup',
])('a link without a token or type is invalid: "%s"', async (hash) => {
  fakeService();
  await renderRoute(`/reset-password${hash}`);
  await text('Invalid or missing reset link. Please request a new password reset.');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a refused link says that it expired, and offers a new one', async () => {
  fakeService();
  const { user } = await renderRoute('/reset-password#error=access_denied&error_code=otp_expired');
  await text('Invalid or expired reset link. Please request a new password reset.');
  await user.click(await link('Send me a new link'));
  await expectPath('/password-reset');
});

const mailed = '#token_hash=secret&type=recovery';

test.each([
  [`/reset-password${mailed}`, 'Choose a new password', 'Continue', 'New password'],
  [`/es/reset-password${mailed}`, 'Elija una contraseña nueva', 'Continuar', 'Contraseña nueva'],
])('%s is used up by a press only', async (address, title, press, label) => {
  const service = fakeService(auth.linkOpened, auth.user, auth.renewed, account.profile);
  const stored = { 'nutmeg.begun.recovery': { email: rosa.email, at: Date.now() } };
  const { user } = await renderRoute(address, { stored, words });
  await heading(title);
  expect(service.bodies(auth.linkOpened)).toEqual([]);
  await user.click(await button(press));
  await field(label);
  expect(service.bodies(auth.linkOpened)).toEqual([
    expect.objectContaining({ token_hash: 'secret', type: 'recovery' }),
  ]);
  await eventually(() => expect(window.location.hash).toBe(''));
});

test('a press counts, even if the page loads the same link again meanwhile', async () => {
  const { answer, release } = held(auth.linkOpened);
  const service = fakeService(answer, auth.user, auth.renewed, account.profile);
  const stored = { 'nutmeg.begun.recovery': { email: rosa.email, at: Date.now() } };
  const { user, router } = await renderRoute(`/reset-password${mailed}`, { stored });
  await user.click(await button('Continue'));
  await eventually(() => expect(service.bodies(auth.linkOpened)).toHaveLength(1));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  expect(router.state.revalidation).toBe('loading');
  await eventually(() => expect(router.state.revalidation).toBe('idle'));
  release();
  await field('New password');
});

test('a press says that the link was used or has expired, or can be repeated without a connection', async () => {
  const service = fakeService(lost(auth.linkRefused));
  const { user } = await renderRoute(`/reset-password${mailed}`);
  await user.click(await button('Continue'));
  await text('Error validating reset link. Please try again.');
  service.answer(auth.linkRefused);
  await user.click(await button('Continue'));
  await text('Invalid or expired reset link. Please request a new password reset.');
});

test('a link can be tried again after a lost connection', async () => {
  const { user } = await openLink([[lost(auth.user), auth.user]]);
  await text('Error validating reset link. Please try again.');
  await user.click(await button('Try the link again'));
  await field('New password');
});

test.each([
  ['/reset-password', 'recovery'],
  ['/confirm-email', 'signup'],
])('%s for another account does not replace the session without asking', async (path, type) => {
  fakeService(auth.user, account.profile, ...Object.values(account));
  const other = account.signedIn.body;
  const ofOther = new URLSearchParams({ access_token, refresh_token, type });
  const { user } = await renderRoute(`${path}#${ofOther}`, { signedInAs: other });
  await heading('Is this your account?');
  expect(storedSession()).toBe(JSON.stringify(other));
  await text(other.user.email);
  await text(rosa.email);
  await user.click(await link('No, back to my account'));
  await expectPath('/account');
  expect(storedSession()).toBe(JSON.stringify(other));
});

test('says that the session has ended while the form was open', async () => {
  await openLink();
  await field('New password');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await text('Invalid reset session. Please request a new password reset.');
});

test('the button works once the checklist is complete, and the new password is saved once', async () => {
  const { answer, release } = held(auth.passwordChanged);
  const { user, service } = await openLink([answer]);
  const points = async () =>
    [...(await screen.findByRole('list', { name: 'Password requirements' })).querySelectorAll('li')].map(
      ({ textContent }) => textContent,
    );
  await field('New password');
  expect(await points()).toEqual(['At least 6 characters long (not yet)', 'Passwords match (not yet)']);
  await choose('12345');
  expect(await points()).toEqual(['At least 6 characters long (not yet)', 'Passwords match (done)']);
  await choose(password, 'tres');
  expect(await points()).toEqual(['At least 6 characters long (done)', 'Passwords match (not yet)']);
  expect((await button('Update my password')).hasAttribute('disabled')).toBe(true);
  await choose(password);
  await user.click(await button('Update my password'));
  const updating = await button('Updating...');
  expect(updating.getAttribute('aria-disabled')).toBe('true');
  await user.click(updating);
  release();
  await heading('Password updated');
  expect(service.bodies(auth.passwordChanged)).toEqual([expect.objectContaining({ password })]);
});

test.each<[string, string, Answer]>([
  ['the server’s reason', auth.samePassword.body.message, auth.samePassword],
  ['a proxy’s page', 'An unexpected error occurred. Please try again.', proxyPage(auth.passwordChanged, 400)],
])('shows %s', async (_, words, answer) => {
  const { user } = await openLink([answer]);
  await choose(password);
  await user.click(await button('Update my password'));
  await text(words);
});
