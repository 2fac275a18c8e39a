import { type Screen, tabTo, waitForHeadingFocus } from '../support/browser.ts';
import {
  createCase,
  createReturn,
  openReturn,
  panel,
  payInCash,
  setReturnStatus,
  storeReturn,
  takeStep,
  wasNotReloaded,
} from '../support/case.ts';
import { officeYear } from '../support/documents.ts';
import { button, dialog, expectGoodScreen, field, heading, httpErrors, link } from '../support/sign-in.ts';
import { fullName } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

const YEAR = officeYear();
const REVIEW = `Review and approve your ${YEAR} return`;
const SIGNATURE = 'Type your full name';

test('a return goes from the received documents to accepted in two open pages', async ({
  openWithRealtime,
}) => {
  const one = await createCase();
  const { client, account, preparer } = one;
  const expectedErrors = [httpErrors];
  const home = await openWithRealtime(client, '/account', { screen: 'phone', expectedErrors });
  const desk = await openWithRealtime(preparer, `/manage?client=${account.id}`, { expectedErrors });
  const timeline = home.getByRole('region', { name: `Personal return ${YEAR}` });
  const now = () => timeline.locator('[aria-current=step]').textContent();

  await expect(home.getByRole('heading', { name: /^Send us \d+ documents$/ })).toBeVisible();
  const returns = panel(desk, 'Returns');
  await expect(returns.getByText('No returns yet.')).toBeVisible();
  await openReturn(desk);
  await expect(timeline).toBeVisible();
  expect(await now()).toContain('Not started');

  await takeStep(desk, 'Start preparing');
  await expect(heading(home, `We’re preparing your ${YEAR} return`)).toBeVisible();
  await expectGoodScreen(home);

  // The newest PDF of the office is chosen.
  await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  await button(desk, 'Send for review').click();
  await expect(returns.getByRole('button', { name: /Return\.pdf.*File to review/ })).toBeVisible();
  await desk.locator('form').getByRole('button', { name: 'Send for review' }).click();
  await expect(button(desk, 'Back to preparation')).toBeVisible();

  await expect(heading(home, REVIEW)).toBeVisible();
  await link(home, 'Review my return').click();
  await expect(heading(home, `Review your ${YEAR} return`)).toBeVisible();
  await expectGoodScreen(home);
  await button(home, 'Open my return').click();
  await expect(dialog(home, 'Return.pdf')).toBeVisible();
  await button(home, 'Close').click();
  await field(home, SIGNATURE).fill('Rosa Delgado Mu\u00f1oz');
  await button(home, 'Approve my return').click();
  await expect(heading(home, `Thank you for approving your ${YEAR} return`)).toBeVisible();
  await expect(
    home.getByText(/^Signed as \u201cRosa Delgado Mu\u00f1oz\u201d on .+ We keep this/),
  ).toBeVisible();
  await expectGoodScreen(home);

  await expect(returns.getByText(/\u201cRosa Delgado Mu\u00f1oz\u201d/)).toBeVisible();
  await takeStep(desk, 'Request payment', 'The bill is $450.');
  await expect(link(home, 'Choose how to pay')).toBeVisible();
  await button(desk, 'Record payment').click();
  await payInCash(desk, '450');
  await expect(home.getByText(/^Paid on /)).toBeVisible();
  // The payment may be live on the page before its own dialog is done, which opens the form.
  await desk.locator('form').getByRole('button', { name: 'Mark as e-filed', exact: true }).waitFor();
  await takeStep(desk, 'Mark as e-filed');
  await takeStep(desk, 'Mark as accepted');
  await expect(returns.getByText('Accepted', { exact: true })).toBeVisible();

  expect(await wasNotReloaded(home)).toBe(true);
  await link(home, 'Back to my account').click();
  await expect(heading(home, `Done: your ${YEAR} return was accepted`)).toBeVisible();
  await expect(timeline.getByText('Done:')).toHaveCount(6);

  await returns.getByText('History (8 entries)').click();
  const history = returns.getByRole('list').last().getByRole('listitem');
  await expect(history.getByText(/by Sam Delgado/).first()).toBeVisible();
  const entries = (await history.allInnerTexts()).map((text) => text.split(' by ')[0]);
  expect(entries.slice(0, 4)).toEqual(['Accepted', 'E-filed', 'Payment recorded', 'Payment due']);
  await expect(history.filter({ hasText: 'Approved' })).toContainText('by Rosa Delgado');
  await expectGoodScreen(desk);
});

test('refuses to approve a file that changed after it was opened, and says what to do', {
  tag: '@details-client',
}, async ({ openWithRealtime }) => {
  const one = await createCase();
  const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  const id = await createReturn(one, ['in_preparation', 'ready_for_review'], { documentId });
  const page = await openWithRealtime(one.client, `/account/returns/${id}`, { expectedErrors: [httpErrors] });
  const read = async () => {
    await page.getByRole('button', { name: /^Open (my return|it again)$/ }).click();
    await expect(dialog(page, 'Return.pdf')).toBeVisible();
    await button(page, 'Close').click();
  };

  await field(page, SIGNATURE).fill(fullName(one.client));
  await read();
  await storeReturn(one, 'Return.pdf', 'Refund 12');
  await button(page, 'Approve my return').click();
  await expect(
    page.getByRole('alert').getByText('The file has changed since you opened it. Please read it again.'),
  ).toBeVisible();
  await expectGoodScreen(page);
  await read();
  await expect(page.getByRole('alert').getByText('We changed this file')).toBeVisible();
  await button(page, 'Approve my return').click();
  await expect(page.getByRole('alert')).toContainText('you can’t approve it yet');

  await setReturnStatus(one, id, 'in_preparation');
  await expect(heading(page, `Status of your ${YEAR} return`)).toBeVisible();
  await setReturnStatus(one, id, 'ready_for_review', documentId);
  await field(page, SIGNATURE).fill(fullName(one.client));
  await read();
  await button(page, 'Approve my return').click();
  await expect(heading(page, `Thank you for approving your ${YEAR} return`)).toBeVisible();
  expect(await wasNotReloaded(page)).toBe(true);
});

test('reads and approves a return by keyboard', { tag: '@details-client' }, async ({ openWithRealtime }) => {
  const one = await createCase();
  const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  await createReturn(one, ['in_preparation', 'ready_for_review'], { documentId });
  const page = await openWithRealtime(one.client, '/account', { colorScheme: 'dark' });
  await expect(heading(page, REVIEW)).toBeVisible();
  await tabTo(page, link(page, 'Review my return'));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Open my return'));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Return.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, field(page, SIGNATURE));
  await page.keyboard.type(fullName(one.client));
  await page.keyboard.press('Enter');
  await expect(heading(page, `Thank you for approving your ${YEAR} return`)).toBeVisible();
  await waitForHeadingFocus(page);
  await expectGoodScreen(page);
});

test.describe('missing and completed returns', () => {
  test("shows not found for another client's return and an unknown one", { tag: '@details-client' }, async ({
    openWithRealtime,
  }) => {
    const one = await createCase();
    const other = await createCase();
    const id = await createReturn(other, []);
    const page = await openWithRealtime(one.client, `/account/returns/${id}`, { screen: 'phone' });
    await expect(heading(page, 'We can’t find this return')).toBeVisible();
    await expectGoodScreen(page);
  });

  for (const screen of ['phone', 'desktop'] satisfies Screen[]) {
    test(`collapses earlier years, and shows the timeline of a business return (${screen})`, {
      tag: '@details-client',
    }, async ({ openWithRealtime }) => {
      const one = await createCase();
      const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
      const before = await createReturn(one, ['in_preparation', 'ready_for_review'], {
        documentId,
        year: YEAR - 1,
      });
      const { data } = await one.account.api
        .from('tax_returns')
        .select('document_sha256')
        .eq('id', before)
        .single();
      const approval = { return_id: before, signature: 'Rosa Delgado', seen_sha256: data?.document_sha256 };
      expect((await one.account.api.rpc('approve_return', approval)).error).toBeNull();
      await setReturnStatus(one, before, 'payment_due');
      expect((await one.office.api.rpc('record_return_payment', { return_id: before })).error).toBeNull();
      await setReturnStatus(one, before, 'e_filed');
      await setReturnStatus(one, before, 'accepted');
      await createReturn(one, ['in_preparation']);
      await createReturn(one, ['in_preparation'], { kind: 'business' });
      const page = await openWithRealtime(one.client, '/account', { screen });
      const earlier = page.getByRole('region', { name: 'Earlier returns' });
      await expect(earlier.getByText(`Personal return ${YEAR - 1}`)).toBeVisible();
      await expect(earlier.getByRole('listitem')).toHaveCount(1);
      await expect(page.getByRole('heading', { name: /^(Personal|Business) return \d+$/ })).toHaveText(
        [`Personal return ${YEAR}`, `Business return ${YEAR}`],
        { useInnerText: true },
      );
      await expectGoodScreen(page);
    });
  }
});
