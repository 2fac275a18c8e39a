import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import {
  answerField,
  inputOf,
  readSubmittedForm,
  saveDraft,
  sectionHeading,
  submit,
} from '../support/form-page.ts';
import { expect, test } from '../support/test.ts';

const sample = 'Please check this number. This is a well-known sample number.';
const wrongBank =
  'Please check this number. No bank uses this number, so a digit may be wrong. Compare it with a check or your bank’s app.';

test('asks about a doubtful number, which can be confirmed, corrected, or sent unchanged', {
  tag: '@details-client',
}, async ({ openForm }) => {
  const { page, account } = await openForm({ screen: 'phone' });
  const [first, second] = newClientForm.dependents;
  const form = {
    ...newClientForm,
    ssn: '078-05-1120',
    spouseSSN: '666-12-3456',
    routingNumber: '011000016',
    dependents: [first, { ...second, ssn: '900-12-3456' }],
  };
  await saveDraft(account, form);
  await page.goto('/secured-files?step=you');
  await expect(page.getByText(sample, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'It’s correct: SSN or ITIN' }).click();
  await expect(page.getByText(sample)).toHaveCount(0);
  // If the number changes, the page asks again.
  await answerField(page, 'ssn', '219-09-9999');
  await expect(page.getByText(sample, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'It’s correct: SSN or ITIN' }).click();

  for (const title of ['Your business', 'How you file', 'Your spouse']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(sectionHeading(page, title)).toBeVisible();
  }
  await expect(
    page.getByText('Please check this number. No Social Security number starts with 666.'),
  ).toBeVisible();
  await answerField(page, 'spouseSSN', '223-45-6789');
  await expect(page.getByText('Please check this number')).toHaveCount(0);
  for (const title of ['Health insurance and crypto', 'Your dependents', 'Your refund', 'Last questions']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(sectionHeading(page, title)).toBeVisible();
  }

  const summary = page.getByText('Please check these numbers').locator('..');
  await expect(summary.getByRole('link')).toHaveText(['Dependent 2: SSN/ITIN', 'Routing number']);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await summary.getByRole('link', { name: 'Routing number' }).click();
  await expect(inputOf(page, 'routingNumber')).toBeFocused();
  await expect(page.getByText(wrongBank, { exact: true })).toBeVisible();
  await page.keyboard.type('011000015');
  await expect(inputOf(page, 'routingNumber')).toHaveValue('011000015');
  await expect(page.getByText(wrongBank)).toHaveCount(0);

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(sectionHeading(page, 'Last questions')).toBeVisible();
  await expect(summary.getByRole('link')).toHaveText(['Dependent 2: SSN/ITIN']);
  await submit(page);
  await expect(page.getByText('Thank you! We got your tax form.')).toBeVisible();
  expect(await readSubmittedForm(account)).toEqual({
    ...form,
    ssn: '219-09-9999',
    spouseSSN: '223-45-6789',
    routingNumber: '011000015',
  });
});
