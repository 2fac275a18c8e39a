import type { BrowserContext, Page } from '@playwright/test';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { type OpenBrowser, type Screen, waitForHydration } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { accountOf, act, download, pdf, row, sha256, upload } from '../support/documents.ts';
import { fillForm, submit } from '../support/form-page.ts';
import { linkIn, mailTo } from '../support/mail.ts';
import { confirmedPerson, fillSignUp, logIn, newPerson } from '../support/people.ts';
import { button } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { makeOld, translateAlways } from './adapted-browser.ts';

const statement = pdf('W-2 2025.pdf');

type Adapt = (context: BrowserContext) => Promise<void>;

async function open(openBrowser: OpenBrowser, screen: Screen, adapt: Adapt): Promise<Page> {
  // Hydration finds another page than it expects, and draws it again.
  const expectedErrors = adapt === translateAlways ? [/Minified React error #(418|423|425)/] : [];
  const { page, context } = await openBrowser({ screen, expectedErrors });
  await adapt(context);
  return page;
}

const browsers: [string, Adapt][] = [
  ['the oldest browsers', makeOld],
  ['a browser that translates', translateAlways],
];

for (const [name, adapt] of browsers) {
  test(`a client signs up, logs in, and sends the form and a file in ${name}, and a preparer opens them`, {
    tag: '@looks',
  }, async ({ openBrowser }) => {
    const client = newPerson();
    const page = await open(openBrowser, 'phone', adapt);
    await page.goto('/signup');
    // Hydration draws a translated page again, without what was typed before it.
    await waitForHydration(button(page, 'Create my account'));
    await fillSignUp(page, client);
    await button(page, 'Create my account').click();
    await page.waitForURL('**/confirm-email');
    const confirming = await open(openBrowser, 'phone', adapt);
    await confirming.goto(linkIn(await mailTo(client.email)));
    await button(confirming, 'Confirm my email').click();
    await expect(confirming.getByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
    await logIn(page, client);
    await expect(page.getByRole('heading', { name: `Welcome, ${client.firstName}` })).toBeVisible();
    await button(page, 'Change').first().click();
    await page.getByRole('button', { name: 'Cancel' }).first().click();

    await page.goto('/secured-files');
    await fillForm(page, newClientForm);
    await submit(page);
    await page.goto('/secured-files?bypass=true');
    await upload(page, [statement]);
    await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible();
    await row(page, statement.name).click();
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
    await page.keyboard.press('Escape');

    const preparer = await confirmedPerson('Sam');
    await giveRole(preparer.email, 'admin');
    const desk = await open(openBrowser, 'desktop', adapt);
    await logIn(desk, preparer);
    await desk.getByPlaceholder('Search by name or email...').fill(client.email);
    const found = desk.getByRole('link', { name: `${client.firstName} ${client.lastName}` });
    await expect(found).toHaveCount(1);
    await found.click();
    await expect(row(desk, statement.name)).toBeVisible();
    const received = await download(desk, () => act(desk, 'desktop', 'Download', statement.name));
    expect(sha256(received.bytes)).toBe(sha256(statement.buffer));
    const { id } = await accountOf(client);
    await desk.goto(`/manage?client=${id}`);
    await expect(desk.getByText('Form Manager')).toBeVisible();
  });
}

test('a release while a tab is open: the click opens its page', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ expectedErrors: [/./] });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => performance.timeOrigin);
  // The scripts of the old release that are not loaded yet.
  let isGone = true;
  await page.route(/\/assets\/[^/]+\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  page.once('framenavigated', () => {
    isGone = false;
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.locator('footer a[href="/legal"]').click();
  await page.waitForFunction((time) => performance.timeOrigin !== time, before);
  await expect(page).toHaveURL(/\/legal$/);
  await expect(page.locator('main h1')).toContainText('Terms');
});

test('a browser that refuses storage: the login works, and after a reload it says why it asks', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  // React Router's script that restores the scroll position doesn't catch it. The page works all the same.
  const { page, context } = await openBrowser({ expectedErrors: [/refused/] });
  await context.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get() {
          // A DOMException would reach the log without its text.
          throw new Error('refused');
        },
      });
    }
  });
  const person = await confirmedPerson();
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: `Welcome, ${person.firstName}` })).toBeVisible();
  await page.reload();
  await page.waitForURL('**/login');
  await expect(page.getByText(/^Your browser blocks storage for this site/)).toBeVisible();
});
