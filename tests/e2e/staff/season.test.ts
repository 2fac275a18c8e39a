import type { Locator, Page } from '@playwright/test';
import { pdf } from '#tests/support/sample-documents.ts';
import { type OpenBrowser, tabBackTo, tabTo } from '../support/browser.ts';
import { panel } from '../support/case.ts';
import { accountOf, officeYear, row } from '../support/documents.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { button, dialog, field, heading, httpErrors, link, signIn } from '../support/sign-in.ts';
import { fullName } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const YEAR = officeYear();

/** Reads a client's form at the list's search, and works until the return is e-filed. `press` presses one button. */
async function workThrough(
  page: Page,
  client: Person,
  { press, approve }: { press: (target: Locator) => Promise<void>; approve: () => Promise<void> },
): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(client.email);
  await page.keyboard.press('Enter');
  await expect(heading(page, `Managing files for ${fullName(client)}`)).toBeVisible();
  const returns = panel(page, 'Returns');
  const step = (label: string) => returns.getByRole('button', { name: label, exact: true });
  // The pressed button is gone.
  const expectFocusOnReturn = () =>
    expect(returns.getByRole('heading', { name: `Personal return ${YEAR}` })).toBeFocused();

  // Each step asks whether to email the client. The form of an obvious step is open.
  const take = (label: string) => press(returns.locator('form').getByRole('button', { name: label }));

  await press(step(`Open personal return ${YEAR}`));
  await take('Start preparing');
  await expectFocusOnReturn();
  // The keys of a case: between its parts are dozens of Tab stops.
  await page.keyboard.press('d');
  const chooser = page.waitForEvent('filechooser');
  await press(button(page, 'Upload Files'));
  await (await chooser).setFiles([pdf(`Return ${YEAR}.pdf`)]);
  await expect(row(page, `Return ${YEAR}.pdf`)).toBeVisible();
  await page.keyboard.press('r');
  await press(step('Send for review'));
  await expect(returns.getByRole('button', { name: /File to review/ })).toContainText(`Return ${YEAR}.pdf`);
  await press(returns.locator('form').getByRole('button', { name: 'Send for review' }));
  await expectFocusOnReturn();
  await approve();
  await take('Request payment');
  await expectFocusOnReturn();
  await press(step('Record payment'));
  const payment = page.getByRole('dialog');
  await expect(payment.getByLabel('Amount', { exact: true })).toBeFocused();
  await page.keyboard.type('120');
  await expect(payment.getByRole('button', { name: /How/ })).toContainText('Cash');
  await press(payment.getByRole('button', { name: 'Record payment' }));
  await expectFocusOnReturn();
  await take('Mark as e-filed');
  await expectFocusOnReturn();
  await expect(returns.getByText('E-filed', { exact: true })).toBeVisible();
}

/** The client reads the return on the phone and approves it. */
async function approveAs(openBrowser: OpenBrowser, client: Person): Promise<void> {
  const { page } = await openBrowser({ screen: 'phone' });
  await signIn(page, client);
  await page.goto('/account');
  await link(page, 'Review my return').click();
  await button(page, 'Open my return').click();
  await expect(dialog(page, `Return ${YEAR}.pdf`)).toBeVisible();
  await button(page, 'Close').click();
  await field(page, 'Type your full name').fill(fullName(client));
  await button(page, 'Approve my return').click();
  await expect(heading(page, `Thank you for approving your ${YEAR} return`)).toBeVisible();
}

/** The tools of a list are one stop of the Tab key, and the arrow keys move between them. */
async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const tools = page.getByRole('toolbar').filter({ has: target });
  const isTool = (await tools.count()) > 0;
  const stop = isTool ? tools.getByRole('button').first() : target;
  const isAhead = await stop.evaluate((element) => {
    const focused = document.activeElement ?? document.body;
    return (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) === 0;
  });
  await (isAhead ? tabTo : tabBackTo)(page, stop);
  for (let moves = 0; isTool && moves < 5; moves++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
}

async function clientWithForm(): Promise<Person> {
  const client = await confirmedPerson('Rosa');
  await submitForm(await accountOf(client));
  return client;
}

test('a return goes from the form to e-filed with nine clicks', { tag: '@details-staff' }, async ({
  openBrowser,
  openClientList,
}) => {
  const client = await clientWithForm();
  const { page } = await openClientList('admin', { expectedErrors: [httpErrors] });
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    const count = () => Object.assign(window, { clicks: Number(Reflect.get(window, 'clicks')) + 1 });
    window.addEventListener('pointerdown', count, true);
  });
  await workThrough(page, client, {
    press: (target) => target.click(),
    approve: () => approveAs(openBrowser, client),
  });
  // At first, it took about 20.
  expect(await page.evaluate(() => Reflect.get(window, 'clicks'))).toBe(9);
});

test('a return goes from the list to e-filed by keyboard alone', { tag: '@details-staff' }, async ({
  openBrowser,
  openClientList,
}) => {
  const client = await clientWithForm();
  const { page } = await openClientList('admin', { expectedErrors: [httpErrors] });
  await page.evaluate(() => {
    window.addEventListener('pointerdown', () => document.body.setAttribute('data-clicked', ''), true);
  });
  await workThrough(page, client, {
    press: (target) => pressByKeyboard(page, target),
    approve: () => approveAs(openBrowser, client),
  });
  await expect(page.locator('body[data-clicked]')).toHaveCount(0);
});
