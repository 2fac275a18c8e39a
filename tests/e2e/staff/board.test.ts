import type { Page } from '@playwright/test';
import { createCase, setReturnStatus } from '../support/case.ts';
import { runSql } from '../support/database.ts';
import { officeYear } from '../support/documents.ts';
import { button, expectGoodScreen, signIn } from '../support/sign-in.ts';
import { fullName, uniqueFirstName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const column = (page: Page, step: string) => page.getByRole('region', { name: step, exact: true });
const card = (page: Page, step: string, name: string) => column(page, step).getByRole('row', { name });

/** A client whose return has just been opened, and the board of someone in the office. */
async function withReturn() {
  const made = await createCase();
  const name = uniqueFirstName();
  await runSql('update public.user_profiles set first_name = $2 where user_id = $1', [made.account.id, name]);
  // Among the first cards, whatever other tests have left.
  await runSql(
    `insert into public.tax_returns (user_id, year, kind, updated_at)
     values ($1, $2, 'personal', now() - interval '30 days')`,
    [made.account.id, officeYear()],
  );
  const { data } = await made.office.api
    .from('tax_returns')
    .select('id')
    .eq('user_id', made.account.id)
    .single();
  const id = String(data?.id);
  return { ...made, name, id };
}

test('a return is dragged to its next step, and comes back by “Undo”', async ({ openBrowser }) => {
  const { preparer, name } = await withReturn();
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto('/manage/board');
  // Not to a step that it can't take.
  await card(page, 'Not started', name).dragTo(column(page, 'E-filed').getByRole('grid'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await card(page, 'Not started', name).dragTo(column(page, 'In preparation').getByRole('grid'));
  await button(page, 'Start preparing').click();
  await expect(card(page, 'In preparation', name)).toBeVisible();
  await expect(card(page, 'Not started', name)).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(card(page, 'Not started', name)).toBeVisible();
});

test('a return is moved by its menu, with a note to the client (phone)', {
  tag: '@looks',
}, async ({ openBrowser }) => {
  const { preparer, office, name, id } = await withReturn();
  const { page } = await openBrowser({ screen: 'phone' });
  await signIn(page, preparer);
  await page.goto('/manage/board');
  await expect(card(page, 'Not started', name)).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: `Move or assign the return of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Start preparing' }).click();
  await page
    .getByRole('dialog', { name: /Start preparing$/ })
    .getByLabel('Note to the client')
    .fill('We begin today.');
  await expectGoodScreen(page);
  await button(page, 'Start preparing').click();
  await expect(card(page, 'Not started', name)).toHaveCount(0);
  await page.getByLabel('Step').selectOption({ index: 2 });
  await expect(card(page, 'In preparation', name)).toBeVisible();
  const { data: event } = await office.api
    .from('tax_return_events')
    .select('note')
    .eq('return_id', id)
    .eq('to_status', 'in_preparation')
    .single();
  expect(event?.note).toBe('We begin today.');
  await card(page, 'In preparation', name).click();
  await expect(page.getByRole('heading', { name: new RegExp(`^Managing files for ${name}`) })).toBeVisible();
});

test('a return is moved with the keyboard only, to a step that it may take', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const { preparer, name } = await withReturn();
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto('/manage/board');
  const row = card(page, 'Not started', name);
  await row.focus();
  // Into the row, to its handle.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Tab');
  // The next column.
  await page.getByRole('dialog').getByRole('button', { name: 'Mark documents received' }).press('Enter');
  await expect(card(page, 'Documents received', name)).toBeVisible();
});

test('is live, and says when a colleague was faster', { tag: '@details-staff' }, async ({ openBrowser }) => {
  const one = await withReturn();
  const { page } = await openBrowser({ expectedErrors: [/status of 4/] });
  await signIn(page, one.preparer);
  await page.goto('/manage/board');
  await page.getByRole('button', { name: `Move or assign the return of ${one.name}` }).click();
  await page.getByRole('menuitem', { name: 'Wait for documents' }).click();
  await setReturnStatus(one, one.id, 'in_preparation');
  await setReturnStatus(one, one.id, 'waiting_for_documents');
  await button(page, 'Wait for documents').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Someone else has just moved this return.',
  );
  await button(page, 'Cancel').click();
  await expect(card(page, 'Waiting for documents', one.name)).toBeVisible();
});

test('filters by preparer and by how long a return waits, in the address', { tag: '@details-staff' }, async ({
  openBrowser,
}) => {
  const { preparer, name } = await withReturn();
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto('/manage/board?waiting=14');
  await expect(card(page, 'Not started', name)).toBeVisible();
  await page.getByLabel('Preparer').selectOption({ label: 'You' });
  await page.waitForURL('**/manage/board?preparer=me&waiting=14');
  await expect(card(page, 'Not started', name)).toHaveCount(0);
  await page.getByLabel('Preparer').selectOption({ label: 'Anyone' });
  await page.getByRole('button', { name: `Move or assign the return of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Assign' }).click();
  const assign = page.getByRole('dialog', { name: new RegExp(`^${name}`) });
  await assign.getByRole('button', { name: /Preparer/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'You', exact: true }).click();
  await expectGoodScreen(page);
  await assign.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Not started', name)).toContainText(fullName(preparer));
  await page.getByLabel('Preparer').selectOption({ label: 'You' });
  await expect(card(page, 'Not started', name)).toBeVisible();
  await card(page, 'Not started', name).click();
  // In the case, too.
  await expect(page.getByText('Preparer: You')).toBeVisible();
});
