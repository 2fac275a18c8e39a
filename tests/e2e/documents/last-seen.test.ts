import type { Page } from '@playwright/test';
import { type Account, accountOf, row, seedFiles } from '../support/documents.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import {
  heading,
  holdRequests,
  httpErrors,
  lateRequest,
  logOut,
  readSession,
  signInAs,
} from '../support/sign-in.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const DOCUMENT = 'w2.pdf';

/** A client with a file and a form, who has seen the list in this browser. */
async function visit(page: Page): Promise<{ person: Person; account: Account }> {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  await seedFiles(account, [DOCUMENT]);
  await submitForm(account);
  await signInAs(page, account);
  await page.goto('/secured-files');
  await expect(row(page, DOCUMENT)).toBeVisible();
  await expect.poll(() => stored(page)).toContain(DOCUMENT);
  expect(await stored(page)).toContain(person.email);
  return { person, account };
}

/** Everything that the browser keeps for the site, except in cookies and the cache. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

async function expectNothingKept(page: Page, person: Person): Promise<void> {
  await expect.poll(() => stored(page)).not.toContain(DOCUMENT);
  expect(await stored(page)).not.toContain(person.email);
  expect(await readSession(page)).toBeNull();
}

test('the next visit shows the last list while it asks for the new one', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ screen: 'phone' });
  const { account } = await visit(page);
  await page.close();
  await seedFiles(account, ['1099.pdf']);

  const next = await context.newPage();
  const requests = await holdRequests(next, '**/rest/v1/**');
  await next.goto('/secured-files');
  await expect(row(next, DOCUMENT)).toBeVisible();
  await expect(row(next, '1099.pdf')).toHaveCount(0);
  requests.release();
  await expect(row(next, '1099.pdf')).toBeVisible();
});

test('a failed request for the state of the form leaves the files in place', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ expectedErrors: [httpErrors] });
  const { account } = await visit(page);
  await page.close();
  await seedFiles(account, ['1099.pdf']);

  const next = await context.newPage();
  const lists = await holdRequests(next, '**/rest/v1/rpc/list_folder');
  const isStatus = (url: string | URL) => String(url).includes('/rest/v1/tax_forms?select=id');
  await next.route(isStatus, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  const status = next.waitForResponse((response) => isStatus(response.url()));
  await next.goto('/secured-files');
  await status;
  lists.release();
  // The form would have replaced the list.
  await expect(row(next, '1099.pdf')).toBeVisible();
});

test('the list is gone after logging out, also for a tab that still shows it', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ expectedErrors: [lateRequest] });
  const { person } = await visit(page);
  const account = await context.newPage();
  await account.goto('/account');
  await logOut(account);
  await expect(heading(page, 'Please log in to access your account')).toBeVisible();
  await expectNothingKept(page, person);
});

test('another person in the same browser gets nothing of it', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  const { person } = await visit(page);
  const other = await accountOf(await confirmedPerson('Bea'));
  await submitForm(other);
  await signInAs(page, other);
  await page.goto('/secured-files');
  await expect(heading(page, 'No files yet')).toBeVisible();
  await expect(row(page, DOCUMENT)).toHaveCount(0);
  expect(await stored(page)).not.toContain(DOCUMENT);
  expect(await stored(page)).not.toContain(person.email);
});

test('the list is gone on the first visit after the session was ended elsewhere', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ expectedErrors: [httpErrors] });
  const { person, account } = await visit(page);
  await page.close();
  expect((await account.api.auth.signOut({ scope: 'global' })).error).toBeNull();
  const next = await context.newPage();
  await next.goto('/secured-files');
  await expect(next.getByRole('heading', { name: /log in/i }).first()).toBeVisible();
  await expectNothingKept(next, person);
});
