import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { payInCash } from '../support/case.ts';
import { giveRole } from '../support/database.ts';
import { type Account, accountOf } from '../support/documents.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson } from '../support/people.ts';
import { button, signInAs } from '../support/sign-in.ts';
import { fullName, part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

/** With a folder in SHOTS, what the tests see is kept as pictures. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const billing = (page: Page) => part(page, 'Billing');

async function staffAccount(): Promise<Account> {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, 'admin');
  return accountOf(person);
}

/** A bill of $120.50 that was issued. */
async function issueBill({ api }: Account, clientId: string, dueOn = '2030-01-31') {
  const id = randomUUID();
  const lines = [
    { kind: 'service', item: 'personal', description: 'Personal Taxes', quantity: 1, unit_cents: 14_050 },
    { kind: 'referral', description: 'Referral reward', quantity: 1, unit_cents: -2000 },
  ];
  const saved = await api.rpc('save_invoice', { invoice_id: id, client_id: clientId, lines, due_on: dueOn });
  if (saved.error) throw saved.error;
  const { data, error } = await api.rpc('issue_invoice', { invoice_id: id });
  if (error) throw error;
  return { id, number: Number(data.number) };
}

const cash = (clientId: string, billId: string, cents: number) => ({
  transaction_id: randomUUID(),
  client_id: clientId,
  invoice_id: billId,
  amount_cents: cents,
  method: 'cash',
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`on a ${screen}, staff bill a client from the prices, take a part, and plan the rest`, {
    tag: screen === 'desktop' ? [] : '@looks',
  }, async ({ openCase }) => {
    const { page, client } = await openCase('admin', { screen });
    if (screen === 'phone') await page.getByRole('link', { name: 'Return', exact: true }).click();
    await button(page, 'New bill').click();
    const dialog = page.getByRole('dialog', { name: 'New bill' });
    await dialog.getByRole('button', { name: /Add from the prices/ }).click();
    await page.getByRole('option', { name: 'Personal Taxes, $80' }).click();
    await dialog.getByRole('button', { name: 'Referral reward' }).click();
    await dialog.getByLabel('Sales tax, % (optional)').fill('6.35');
    await dialog.getByText('With sales tax').first().click();
    await expect(dialog.getByText('Total $65.08')).toBeVisible();
    await expectAccessible(page);
    await shot(page, `new-bill-${screen}`);
    await dialog.getByRole('button', { name: 'Issue the bill' }).click();
    const bill = billing(page).getByRole('listitem', { name: /^Bill \d+$/ });
    await expect(bill).toContainText('$65.08');
    const mail = await mailTo(client.email, ({ subject }) => subject === 'You have a new bill');
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('65.08');

    await bill.getByRole('button', { name: /^Record a payment/ }).click();
    await payInCash(page, '20');
    await expect(bill).toContainText('$45.08 open');
    await bill.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Payment plan' }).click();
    const plan = page.getByRole('dialog', { name: /^Payment plan/ });
    await plan.getByLabel('Amount 1').fill('15.04');
    await expectAccessible(page);
    await shot(page, `plan-${screen}`);
    await plan.getByRole('button', { name: 'Save the plan' }).click();
    await expect(plan).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });

  test(`on a ${screen}, staff undo a payment, and find and download the bill`, {
    tag: screen === 'desktop' ? '@details-staff' : '@looks',
  }, async ({ openCase }) => {
    const { page, client, account } = await openCase('admin', { screen });
    const staff = await staffAccount();
    const { id } = await issueBill(staff, account.id);
    await staff.api.rpc('record_payment', cash(account.id, id, 2000)).throwOnError();
    if (screen === 'phone') await page.getByRole('link', { name: 'Return', exact: true }).click();
    const bill = billing(page).getByRole('listitem', { name: /^Bill \d+$/ });
    await expect(bill).toContainText('$100.50 open');
    await bill.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Payment plan' }).click();
    const plan = page.getByRole('dialog', { name: /^Payment plan/ });
    await plan.getByLabel('Amount 1').fill('20');
    await expect(plan.getByText('The payments have to add up to what is open.')).toBeVisible();
    await expect(plan.getByRole('button', { name: 'Save the plan' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(plan).toHaveCount(0);

    const payment = billing(page).getByRole('listitem', { name: 'Payment of $20' });
    await payment.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Counted twice');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(payment.getByText('Undone')).toBeVisible();
    await expect(bill.getByText('Open', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shot(page, `case-${screen}`);

    const download = page.waitForEvent('download');
    await bill.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Download (PDF)' }).click();
    expect((await download).suggestedFilename()).toMatch(/^bill-\d+\.pdf$/);

    await page.goto('/manage/billing');
    await page.getByLabel('Search by client or number').fill(client.lastName);
    // Clients of other tests have the same name.
    const open = page
      .getByRole('list', { name: 'Open bills' })
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href*="${account.id}"]`) });
    await expect(open).toContainText('$120.50');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shot(page, `billing-${screen}`);
    const books = page.waitForEvent('download');
    await button(page, 'QuickBooks Desktop (IIF)').click();
    expect((await books).suggestedFilename()).toMatch(/\.iif$/);
    await open.getByRole('link', { name: fullName(client) }).click();
    await expect(billing(page)).toBeVisible();
    expect(page.url()).toContain(account.id);
  });
}

for (const [screen, language] of [
  ['phone', 'es'],
  ['desktop', 'en'],
] as const) {
  test(`on a ${screen} in ${language}, a client sees what to pay, how, and the receipts`, {
    tag: screen === 'phone' ? '@details-client' : '@looks',
  }, async ({ openBrowser }) => {
    const person = await confirmedPerson('Rosa');
    const account = await accountOf(person);
    const staff = await staffAccount();
    const { number } = await issueBill(staff, account.id);
    const deposit = await staff.api.rpc('record_payment', {
      transaction_id: randomUUID(),
      client_id: account.id,
      amount_cents: 1500,
      method: 'wallet',
      wallet: 'Zelle',
    });
    expect(deposit.error).toBeNull();
    await account.api.from('user_profiles').update({ language }).eq('user_id', account.id);
    const { page } = await openBrowser({ screen });
    await signInAs(page, account);
    await page.goto('/account');
    const bills = page.getByRole('region', {
      name: language === 'en' ? 'Bills and payments' : 'Facturas y pagos',
    });
    const bill = bills.getByRole('article', { name: `${language === 'en' ? 'Bill' : 'Factura'} ${number}` });
    await expect(bill.getByText('$120.50')).toBeVisible();
    await expect(bill.getByText('Zelle: pay@nutmegtax.example')).toBeVisible();
    await expect(bills.getByText('Zelle', { exact: false }).last()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shot(page, `account-${screen}-${language}`);
    const download = page.waitForEvent('download');
    await bill.getByRole('button', { name: /PDF|factura|bill/i }).click();
    expect((await download).suggestedFilename()).toContain(String(number));
  });
}
