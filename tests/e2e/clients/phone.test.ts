import type { Page } from '@playwright/test';
import business from '#business' with { type: 'json' };
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { createCase } from '../support/case.ts';
import { officeYear, row } from '../support/documents.ts';
import { heading, signInAs } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Your portal' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });
const files = Array.from({ length: 14 }, (_, at) => `Statement ${at + 1}.pdf`);

/** Files whose whole row can be seen without scrolling. */
async function filesInSight(page: Page): Promise<number> {
  const dock = await page.locator('[data-dock]').boundingBox();
  const rows = await Promise.all(files.map((name) => row(page, name).boundingBox()));
  return rows.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= (dock?.y ?? 0)).length;
}

test('on a phone, tabs lead through the portal, and say where the client is', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const one = await createCase({ formSubmitted: false });
  const { page } = await openBrowser({ screen: 'phone' });
  await signInAs(page, one.account);
  await page.goto('/account');
  await expect(tab(page, 'Home')).toHaveAttribute('aria-current', 'page');
  await tab(page, 'Form').click();
  await expect(heading(page, `Yearly Questions ${officeYear()}`)).toBeVisible();
  await expect(tab(page, 'Form')).toHaveAttribute('aria-current', 'page');
  await tab(page, 'Documents').click();
  await expect(heading(page, 'File Management')).toBeVisible();
  await expect(tab(page, 'Documents')).toHaveAttribute('aria-current', 'page');
  await expect(tabs(page).locator('[aria-current]')).toHaveCount(1);
  // Without a word about it in the address, the form opens, and its tab says so.
  await page.goto('/secured-files');
  await expect(tab(page, 'Form')).toHaveAttribute('aria-current', 'page');
  await tab(page, 'Messages').click();
  await expect(heading(page, 'Messages')).toBeVisible();

  // Elsewhere, since an open conversation would read it.
  await page.goto('/account');
  await one.office.api
    .rpc('write_to_client', {
      message_id: crypto.randomUUID(),
      client_id: one.account.id,
      body: 'Please call us.',
      is_question: false,
    })
    .throwOnError();
  await page.reload();
  await expect(tab(page, 'Messages 1 new message')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  // The specification's bar stays.
  await expect(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link')).toHaveText([
    'Services',
    'Price',
    'Upload',
    'Appointments',
    'Account',
  ]);
});

test('on a phone, 8 of 14 files are in sight, and a form that was sent is shown as a copy', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page } = await openFiles(files, { screen: 'phone' });
  await tab(page, 'Documents').click();
  await expect(row(page, 'Statement 1.pdf')).toBeVisible();
  await expect(page.getByText('Select All (14 items)')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => filesInSight(page)).toBeGreaterThanOrEqual(8);
  await expectAccessible(page);
  await tab(page, 'Form').click();
  await expect(page.getByText(/^Submitted /)).toBeVisible();
  await expect(tab(page, 'Form')).toHaveAttribute('aria-current', 'page');
});

test('the footer of the portal is one low block with what every page must say', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { account } = await createCase();
  const { page } = await openBrowser({ screen: 'phone' });
  await signInAs(page, account);
  await page.goto('/account/messages');
  const footer = page.getByRole('contentinfo');
  for (const text of [
    business.contact.phone.display,
    business.contact.email,
    'IRS-authorized e-file provider',
    'Secure and encrypted',
    'A captcha service protects our forms from robots.',
  ])
    await expect(footer.getByText(text)).toBeVisible();
  await expect(footer.getByRole('complementary', { name: 'Offers' })).toBeVisible();
  expect(await footer.getByRole('listitem').count()).toBeGreaterThanOrEqual(3 + business.social.length);
  expect((await footer.boundingBox())?.height).toBeLessThan(460);
  await expectNoSidewaysScroll(page);
});
