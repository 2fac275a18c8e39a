import { describe, expect, test } from 'vitest';
import { type Screen, tabTo } from '../support/browser.ts';
import {
  isSameDocument,
  newCase,
  openListening,
  openReturn,
  panel,
  returnAt,
  stepTo,
  storeReturn,
  takeStep,
} from '../support/case.ts';
import { officeYear } from '../support/documents.ts';
import { button, dialog, expectGoodScreen, field, heading, link, refusals } from '../support/entry.ts';
import { mailTo } from '../support/started-portal.ts';

const YEAR = officeYear();
const REVIEW = `Look at your ${YEAR} return and approve it`;
const SIGNATURE = 'Type your full name';

test('a return goes its whole way between two open pages, and each step is mailed', async () => {
  const one = await newCase();
  const { client, account, preparer } = one;
  await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  const expectedErrors = [refusals];
  const home = await openListening(client, '/account', { screen: 'phone', expectedErrors });
  const desk = await openListening(preparer, `/manage?client=${account.id}`, { expectedErrors });
  const mailed = (subject: string) => mailTo(client.email, (mail) => mail.subject === subject);
  const timeline = home.getByRole('region', { name: `Personal return ${YEAR}` });
  const now = () => timeline.locator('[aria-current=step]').textContent();

  await home.getByRole('heading', { name: /^Send us \d+ documents$/ }).waitFor();
  const returns = panel(desk, 'Returns');
  await returns.getByText('No return has been opened yet.').waitFor();
  await openReturn(desk);
  await timeline.waitFor();
  expect(await now()).toContain('Documents received');
  await mailed('We have your papers');

  await takeStep(desk, 'Start preparing');
  await heading(home, `We are preparing your ${YEAR} return`).waitFor();
  await takeStep(desk, 'Wait for documents', 'The 1099 of your second bank, please.');
  await heading(home, 'We need something more from you').waitFor();
  expect(await now()).toContain('The 1099 of your second bank, please.');
  expect((await mailed('We need something more for your return')).text).toContain('1099 of your second bank');
  await expectGoodScreen(home);
  await takeStep(desk, 'Start preparing');
  await heading(home, `We are preparing your ${YEAR} return`).waitFor();

  // Without a file there is nothing to review.
  await takeStep(desk, 'Put up for review');
  await returns.getByText('Choose the file that the client shall review').waitFor();
  await returns.getByRole('button', { name: /File to review/ }).click();
  await desk.getByRole('option', { name: /Return\.pdf/ }).click();
  await desk.locator('form').getByRole('button', { name: 'Put up for review' }).click();
  await button(desk, 'Back to preparation').waitFor();
  expect(await returns.getByRole('button', { name: /^(Mark|Ask|Approve|Put up)/ }).count()).toBe(0);
  await mailed('Your return is ready');

  await heading(home, REVIEW).waitFor();
  await link(home, 'Review my return').click();
  await heading(home, `Review your ${YEAR} return`).waitFor();
  await expectGoodScreen(home);
  await button(home, 'Approve my return').click();
  await home.getByText('Please type your first and last name.').waitFor();
  await field(home, SIGNATURE).fill('Rosa Delgado Mu\u00f1oz');
  await button(home, 'Approve my return').click();
  await home.getByText('Please open your return first and read it.').waitFor();
  await button(home, 'Open my return').click();
  await dialog(home, 'Return.pdf').waitFor();
  await button(home, 'Close').click();
  await home.getByText('You have opened it').waitFor();
  await button(home, 'Approve my return').click();
  await heading(home, `Thank you: your ${YEAR} return is approved`).waitFor();
  await home.getByText(/^Signed as \u201cRosa Delgado Mu\u00f1oz\u201d on .+ We keep this/).waitFor();
  await expectGoodScreen(home);
  await mailed('Thank you for approving your return');
  await mailTo('office@nutmegtax.example', (mail) => (mail.text ?? '').includes(account.id));

  await returns.getByText(/\u201cRosa Delgado Mu\u00f1oz\u201d/).waitFor();
  await takeStep(desk, 'Ask for payment', 'The bill is $450.');
  await link(home, 'Choose how to pay').waitFor();
  await takeStep(desk, 'Mark as e-filed');
  await returns.getByText('The fee has not been paid yet').waitFor();
  await button(desk, 'Cancel').click();
  await button(desk, 'Record payment').click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Record payment' }).click();
  await home.getByText(/^Paid: noted on /).waitFor();
  await takeStep(desk, 'Mark as e-filed');
  await mailed('Your return was filed');
  await takeStep(desk, 'Mark as accepted');
  await mailed('Your return was accepted');
  await returns.getByText('Accepted', { exact: true }).waitFor();

  expect(await isSameDocument(home)).toBe(true);
  await link(home, 'Back to my account').click();
  await heading(home, `Done: your ${YEAR} return was accepted`).waitFor();
  expect(await timeline.getByText('Done:').count()).toBe(7);

  await returns.getByText('History (10 entries)').click();
  const history = returns.getByRole('list').last().getByRole('listitem');
  await history
    .getByText(/by Sam Delgado/)
    .first()
    .waitFor();
  const entries = (await history.allInnerTexts()).map((text) => text.split(' by ')[0]);
  expect(entries.slice(0, 4)).toEqual(['Accepted', 'E-filed', 'Payment recorded', 'Payment due']);
  expect(await history.filter({ hasText: 'Approved' }).textContent()).toContain('by Rosa Delgado');
  await expectGoodScreen(desk);
});

test('a file that changed after it was opened is not approved, and what to do is said', async () => {
  const one = await newCase();
  const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  const id = await returnAt(one, ['in_preparation', 'ready_for_review'], { documentId });
  const page = await openListening(one.client, `/account/returns/${id}`, { expectedErrors: [refusals] });
  const read = async () => {
    await page.getByRole('button', { name: /^Open (my return|it again)$/ }).click();
    await dialog(page, 'Return.pdf').waitFor();
    await button(page, 'Close').click();
  };

  await field(page, SIGNATURE).fill('Rosa Delgado');
  await read();
  await storeReturn(one, 'Return.pdf', 'Refund 12');
  await button(page, 'Approve my return').click();
  await page
    .getByRole('alert')
    .getByText('The file has changed since you opened it. Please look at it again.')
    .waitFor();
  await expectGoodScreen(page);
  await read();
  await page.getByRole('alert').getByText('We have changed this file').waitFor();
  await button(page, 'Approve my return').click();
  expect(await page.getByRole('alert').textContent()).toContain('not approve it yet');

  await stepTo(one, id, 'in_preparation');
  await heading(page, `Where your ${YEAR} return stands`).waitFor();
  await stepTo(one, id, 'ready_for_review', documentId);
  await field(page, SIGNATURE).fill('Rosa Delgado');
  await read();
  await button(page, 'Approve my return').click();
  await heading(page, `Thank you: your ${YEAR} return is approved`).waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('a return is read and approved by keyboard alone', async () => {
  const one = await newCase();
  const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  await returnAt(one, ['in_preparation', 'ready_for_review'], { documentId });
  const page = await openListening(one.client, '/account', { colorScheme: 'dark' });
  await heading(page, REVIEW).waitFor();
  await tabTo(page, link(page, 'Review my return'));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Open my return'));
  await page.keyboard.press('Enter');
  await dialog(page, 'Return.pdf').waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, field(page, SIGNATURE));
  await page.keyboard.type('Rosa Delgado');
  await page.keyboard.press('Enter');
  await heading(page, `Thank you: your ${YEAR} return is approved`).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('main h1') ?? false);
  await expectGoodScreen(page);
});

describe('what is not there, and what is over', () => {
  test("another's return, and none at all, have no page", async () => {
    const one = await newCase();
    const other = await newCase();
    const id = await returnAt(other, []);
    const page = await openListening(one.client, `/account/returns/${id}`, { screen: 'phone' });
    await heading(page, 'There is no return at this address').waitFor();
    await expectGoodScreen(page);
  });

  test.each<[Screen, 'light' | 'dark']>([
    ['phone', 'light'],
    ['desktop', 'dark'],
  ])(
    'earlier years stand quietly; a business return has its own timeline (%s, %s)',
    async (screen, colorScheme) => {
      const one = await newCase();
      const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
      const before = await returnAt(one, ['in_preparation', 'ready_for_review'], {
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
      await stepTo(one, before, 'payment_due');
      expect((await one.office.api.rpc('record_return_payment', { return_id: before })).error).toBeNull();
      await stepTo(one, before, 'e_filed');
      await stepTo(one, before, 'accepted');
      await returnAt(one, ['in_preparation']);
      await returnAt(one, ['in_preparation'], { kind: 'business' });
      const page = await openListening(one.client, '/account', { screen, colorScheme });
      const earlier = page.getByRole('region', { name: 'Earlier returns' });
      await earlier.getByText(`Personal return ${YEAR - 1}`).waitFor();
      expect(await earlier.getByRole('listitem').count()).toBe(1);
      expect(
        await page.getByRole('heading', { name: /^(Personal|Business) return \d+$/ }).allInnerTexts(),
      ).toEqual([`Personal return ${YEAR}`, `Business return ${YEAR}`]);
      await expectGoodScreen(page);
    },
  );
});
