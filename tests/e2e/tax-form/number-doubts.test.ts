import { expect, test } from 'vitest';
import { newClientForm } from '#tests/support/tax-forms.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { at, draftIs, give, sectionHeading, sentForm, submit, visitForm } from '../support/yearly-form.ts';

const sample = 'Please check this number. It is a well-known sample number.';
const wrongBank =
  'Please check this number. No bank has it, so a digit may be wrong. Compare it with a check or your bank’s app.';

test('a doubtful number is asked about; it can be confirmed, corrected, or sent as it is', async () => {
  const { page, account } = await visitForm({ screen: 'phone' });
  const [first, second] = newClientForm.dependents;
  const form = {
    ...newClientForm,
    ssn: '078-05-1120',
    spouseSSN: '666-12-3456',
    routingNumber: '011000016',
    dependents: [first, { ...second, ssn: '900-12-3456' }],
  };
  await draftIs(account, form);
  await page.goto('/secured-files?step=you');
  await page.getByText(sample, { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'It is correct: SSN or ITIN' }).click();
  expect(await page.getByText(sample).count()).toBe(0);
  // If the number changes, the page asks again.
  await give(page, 'ssn', '219-09-9999');
  await page.getByText(sample, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'It is correct: SSN or ITIN' }).click();

  for (const title of ['Your business', 'How you file', 'Your spouse']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await sectionHeading(page, title).waitFor();
  }
  await page.getByText('Please check this number. No Social Security number begins with 666.').waitFor();
  await give(page, 'spouseSSN', '223-45-6789');
  expect(await page.getByText('Please check this number').count()).toBe(0);
  for (const title of ['Health insurance and crypto', 'Your dependents', 'Your refund', 'Last questions']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await sectionHeading(page, title).waitFor();
  }

  const summary = page.getByText('Please check these numbers').locator('..');
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Dependent 2: SSN/ITIN',
    'Routing number',
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await summary.getByRole('link', { name: 'Routing number' }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'q-routingNumber');
  await page.getByText(wrongBank, { exact: true }).waitFor();
  await page.keyboard.type('011000015');
  expect(await at(page, 'routingNumber').inputValue()).toBe('011000015');
  expect(await page.getByText(wrongBank).count()).toBe(0);

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await sectionHeading(page, 'Last questions').waitFor();
  expect(await summary.getByRole('link').allTextContents()).toEqual(['Dependent 2: SSN/ITIN']);
  await submit(page);
  await page.getByText('Thank you. Your tax form has reached us.').waitFor();
  expect(await sentForm(account)).toEqual({
    ...form,
    ssn: '219-09-9999',
    spouseSSN: '223-45-6789',
    routingNumber: '011000015',
  });
});
