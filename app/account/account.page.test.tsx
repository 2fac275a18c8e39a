import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import office from '#business' with { type: 'json' };
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { fakeService, lost, proxyPage } from '#tests/support/route/fake-service.ts';
import { storedSession } from '#tests/support/route/new-document.ts';
import {
  button,
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

const answers = [...Object.values(account), auth.user];
const session = account.signedIn.body;

/** What the page says about the person. */
async function fact(name: string): Promise<string | undefined> {
  const terms = await screen.findAllByText(name, { selector: 'dt' });
  return terms[0]?.parentElement?.querySelector('dd')?.textContent ?? undefined;
}

test('a stored session opens the page, and a reload keeps it', async () => {
  fakeService(...answers);
  await renderRoute('/account', { signedInAs: session });
  await heading('Welcome, Rosa');
  const facts = ['First name', 'Last name', 'Email', 'Phone', 'Account Type'];
  expect(await Promise.all(facts.map(fact))).toEqual([
    'Rosa',
    'Delgado',
    'account@example.com',
    '203-555-0142',
    'Client',
  ]);
  await heading('Recent Activity');
  await screen.findAllByText('Account created');
  const linksTo = (path: string) =>
    [...document.querySelectorAll(`main a[href="${path}"]`)].map(({ textContent }) => textContent);
  expect(linksTo('/upload')).toContain('how uploading works');
  expect(linksTo('/contact-us')).toContain('write to us');
  expect(linksTo('/referrals')).toContain('How referrals work');
  expect(linksTo('/secured-files')).toContainEqual(expect.stringMatching(/^Upload Tax Papers/));
  expect(linksTo('/secured-files?bypass=true')).toContainEqual(expect.stringMatching(/^Access Tax Copies/));
  await loadDocument('/account');
  await heading('Welcome, Rosa');
});

test('falls back to the sign-up data and the client role if the profile cannot be loaded', async () => {
  fakeService(proxyPage(account.profile), ...answers);
  await renderRoute('/account', { signedInAs: session });
  expect(await fact('Account Type')).toBe('Client');
  expect(await fact('Phone')).toBe('203-555-0142');
});

test('shows a notice and no name if there is no profile yet', async () => {
  fakeService({ ...account.profile, body: [] }, ...answers);
  await renderRoute('/account', { signedInAs: session });
  await text('Profile information is still loading. Some features may be limited.');
  await heading('Welcome');
  expect(await fact('Phone')).toBe('Not provided');
  expect(await fact('Account Type')).toBe('Client');
});

test('renews a session that is about to expire, and tries again after a failure', async () => {
  const service = fakeService([proxyPage(auth.renewed, 503), auth.renewed], ...answers);
  await renderRoute('/account', { signedInAs: { ...session, expires_at: 1 } });
  await heading('Welcome, Rosa');
  await eventually(() => expect(storedSession()).toContain(auth.renewed.body.access_token));
  expect(service.bodies(auth.renewed)).toHaveLength(2);
});

test('ends a session that cannot be renewed', async () => {
  fakeService(auth.notRenewed, ...answers);
  await renderRoute('/account', { signedInAs: { ...session, expires_at: 1 } });
  await expectPath('/login');
  await text('Please log in to access your account');
  expect(storedSession()).toBeNull();
});

test('logging out clears the session and opens the home page even without a connection', async () => {
  fakeService(lost(auth.loggedOut), ...answers);
  const { user } = await renderRoute('/account', { signedInAs: session });
  await user.click(await button('Logout'));
  await expectPath('/');
  await eventually(() => expect(storedSession()).toBeNull());
  await loadDocument('/account');
  await text('Please log in to access your account');
});

/** As if the last activity was so long ago, and the window is opened again. */
function idleFor(ms: number): void {
  localStorage.setItem('nutmeg.last-activity', String(Date.now() - ms));
  window.dispatchEvent(new Event('focus'));
}

test('an idle logout hides the page, and a login leads back to what was typed', async () => {
  fakeService(...answers, auth.loggedOut, auth.captchaChallenge, auth.captchaPassed);
  const { user } = await renderRoute('/account?tab=1#devices', { signedInAs: session });
  await user.click(await button('Change'));
  await fill({ 'First name': 'Rosamunde' });
  idleFor(office.idleMinutes.client * 60_000 - 119_000);
  await user.click(await button('Stay logged in'));
  await gone('Stay logged in');
  expect((await field('First name')).value).toBe('Rosamunde');
  idleFor(10 * 3_600_000);
  await text('We logged you out because you were inactive. Log in to continue.');
  expect(document.documentElement.hasAttribute('data-session-over')).toBe(true);
  await eventually(() => expect(storedSession()).toBeNull());
  const again = within(await screen.findByRole('alertdialog', { name: 'Log in again', hidden: true }));
  await user.type(again.getByLabelText('Password'), 'not asked here');
  await user.click(again.getByRole('button', { name: 'Log in', hidden: true }));
  await gone('Log in again');
  expect(window.location.search + window.location.hash).toBe('?tab=1#devices');
  await eventually(async () => expect((await field('First name')).value).toBe('Rosamunde'));
});

test('changes the password, after a code from an email if the login is old', async () => {
  const service = fakeService(auth.samePassword, auth.codeMailed, ...answers);
  const { user } = await renderRoute('/account', { signedInAs: session });
  const choose = async (password: string) => {
    await fill({ 'New password': password, 'Confirm new password': password });
    const [, send] = await screen.findAllByRole('button', { name: 'Change password', hidden: true });
    if (send) await user.click(send);
  };
  await user.click(await button('Change password'));
  await choose('the same');
  await text(auth.samePassword.body.message);
  service.answer(auth.codeDemanded);
  await choose('tres gatos verdes');
  await text(/we sent a code to/);
  service.answer(auth.codeRefused);
  await fill({ 'Code from the email': '000000' });
  await choose('tres gatos verdes');
  await text('That code is wrong or has expired. Check it, or send the email again');
  service.answer(auth.passwordChanged);
  await choose('tres gatos verdes');
  await text('Your password was changed. Your other devices are logged out.');
  expect(service.bodies(auth.passwordChanged).at(-1)).toMatchObject({
    password: 'tres gatos verdes',
    nonce: '000000',
  });
});

test.each([
  ['client', office.idleMinutes.client],
  ['admin', office.idleMinutes.staff],
])('warns a person with the role %s before an idle logout', async (role, minutes) => {
  const [profile] = account.profile.body;
  fakeService({ ...account.profile, body: [{ ...profile, role }] }, ...answers);
  await renderRoute('/account', { signedInAs: session });
  await heading('Welcome, Rosa');
  idleFor(minutes * 60_000 - 119_000);
  await within(await screen.findByRole('alertdialog')).findByText(new RegExp(`after ${minutes} minutes`));
});

test.each([
  ['reception', 'Reception'],
  ['super', 'Super'],
])('leads staff with the role %s to the client list', async (role, type) => {
  const [profile] = account.profile.body;
  fakeService({ ...account.profile, body: [{ ...profile, role }] }, ...answers);
  await renderRoute('/account', { signedInAs: session });
  expect((await link('Go to the client list')).getAttribute('href')).toBe('/manage');
  expect(await fact('Account Type')).toBe(type);
});

test('leads clients away from the staff area', async () => {
  fakeService(...answers);
  await renderRoute('/manage', { signedInAs: session });
  await expectPath('/account');
});

test('a section says that it could not be loaded', async () => {
  fakeService(proxyPage(account.sessions), ...answers);
  await renderRoute('/account', { signedInAs: session });
  await text('An unexpected error occurred');
});
