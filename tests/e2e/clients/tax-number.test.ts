import type { Page } from '@playwright/test';
import type { Screen } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { button, dialog, expectGoodScreen } from '../support/sign-in.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const people = (page: Page) => part(page, 'Client and people');

for (const screen of ['phone', 'desktop'] satisfies Screen[]) {
  test(`staff keep the whole tax number of a client, and say why they look at it (${screen})`, {
    tag: screen === 'desktop' ? [] : '@looks',
  }, async ({ openCase }) => {
    const { page, account } = await openCase('admin', { screen });
    await page.goto(`/manage?client=${account.id}&tab=contact`);
    await button(page, 'Add the tax ID').click();
    const form = dialog(page, 'Tax ID of the client');
    const number = form.getByLabel('Whole number');
    await number.fill('519286174');
    await expectGoodScreen(page);
    await button(page, 'Save').click();
    await expect(people(page).getByText('SSN ***-**-6174')).toBeVisible();
    await expectGoodScreen(page);

    await button(page, 'Show the SSN').click();
    const why = dialog(page, 'Why do you need the number?');
    await why.getByRole('button', { name: 'Prepare the return' }).click();
    await expect(people(page).getByText('SSN 519-28-6174')).toBeVisible();
    const recorded = await runSql(
      `select id from public.audit_log where subject_id = $1 and action = 'client.tax_number_revealed'
         and details ->> 'reason' = 'To prepare the return'`,
      [account.id],
    );
    expect(recorded).toHaveLength(1);
    await button(page, 'Hide the SSN').click();
    await expect(people(page).getByText('SSN ***-**-6174')).toBeVisible();
  });
}

test('a tax number has nine digits, is not among the details, and can be deleted', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { page, account } = await openCase('admin');
  await page.goto(`/manage?client=${account.id}&tab=contact`);
  await button(page, 'Add the tax ID').click();
  const form = dialog(page, 'Tax ID of the client');
  const number = form.getByLabel('Whole number');
  await number.fill('912286174');
  await expect(number).toHaveValue('912-28-6174');
  await expect(form.getByText('Numbers that start with 9 are ITINs.')).toBeVisible();
  await number.fill('51928617');
  await button(page, 'Save').click();
  await expect(form.getByText('Enter nine digits.')).toBeVisible();
  await expectGoodScreen(page);
  await number.fill('519286174');
  await button(page, 'Save').click();
  await button(page, 'Show the SSN').click();
  await button(page, 'Show the number').click();
  const why = dialog(page, 'Why do you need the number?');
  await expect(why.getByText('Write your reason first')).toBeVisible();
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');

  await button(page, 'Edit details').click();
  await expect(dialog(page, 'Details of the client').getByLabel('City')).toBeVisible();
  await expect(page.getByLabel('Last 4 digits of the tax ID')).toHaveCount(0);
  await page.getByLabel('City').fill('Hartford');
  await button(page, 'Save').click();
  await expect(people(page).getByText('Hartford')).toBeVisible();

  await button(page, 'Change the SSN').click();
  await expect(form.getByText('Now ***-**-6174. Type the new one.')).toBeVisible();
  await button(page, 'Delete the number...').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete number' }).click();
  await expect(people(page).getByText('ends in 6174')).toBeVisible();
});
