import { formOf, problemsExpected, validationCases } from '#tests/support/forms/tax-form-cases.ts';
import { existingClientForm, newClientForm } from '#tests/support/forms/tax-forms.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { accountOf, officeYear } from '../support/documents.ts';
import {
  answerField,
  fieldAt,
  formHeading,
  inputOf,
  readSubmittedForm,
  saveDraft,
  sectionHeading,
  submit,
  summaryErrors,
} from '../support/form-page.ts';
import { confirmedPerson } from '../support/people.ts';
import { httpErrors, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const year = officeYear();
const done = 'You have already completed your tax form for the year';
const open = 'Complete your tax form for the year to help us prepare your return accurately';

/** Rules that a person can break on the page, one of each kind. */
const sample = [
  'isNew is required',
  'firstName is required of a client who is new',
  'referredBy is required of a client who is new',
  'addressDifferent is required of a client who is existing',
  'businessEin is required of a client who is new',
  'spouseSSN is required of a client who is new',
  'filing status is required of an existing client whose status has changed',
  'dependentClaimed is required of Single',
  "the second dependent's monthsLived is required",
  'yes to dependents without one, new',
  'routingNumber "01100001"',
  'a birth date in the future',
  'an empty form',
];

test('shows validation errors for broken form rules', { tag: '@details-client' }, async ({ openForm }) => {
  const { page, account } = await openForm();
  const cases = validationCases(year);
  let version = 0;
  for (const rule of sample) {
    const found = cases.find((one) => one.rule === rule);
    if (!found) throw new Error(`no rule "${rule}"`);
    version += 1;
    await saveDraft(account, formOf(found), version);
    await page.goto('/secured-files?step=finish');
    await expect(sectionHeading(page, 'Last questions')).toBeVisible();
    await submit(page);
    await expect(
      page.getByRole('heading', { name: 'Please complete the following required fields:' }),
    ).toBeVisible();
    expect(await summaryErrors(page), rule).toEqual(problemsExpected(found).map(({ message }) => message));
  }
  await expectAccessible(page);
  expect(await readSubmittedForm(account)).toBeNull();
});

test('shows the form card, resubmits the form, and shows a printable copy', async ({ openFiles }) => {
  const { page, account } = await openFiles([]);
  await expect(page.getByRole('heading', { name: `Annual Tax Form ${year}`, exact: true })).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByText(done, { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Print my answers' }).click();
  await page.waitForURL('**/secured-files?form=copy');
  const copy = page.getByRole('region', { name: `Annual Tax Form ${year}` });
  await expect(copy.getByText('***-**-6789', { exact: true })).toBeVisible();
  await expect(copy.getByText('123-45-6789')).toHaveCount(0);
  await expect(copy.getByText('Dependent 2', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await copy.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Print', 'Back to my files']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  }
  await expect(page.getByRole('banner').first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await copy.getByRole('button', { name: 'Show Social Security and bank numbers' }).click();
  await expect(copy.getByText('123-45-6789', { exact: true })).toBeVisible();
  await page.goBack();

  await page.getByRole('link', { name: 'Resubmit form?' }).click();
  await page.waitForURL('**/secured-files?form=open');
  await expect(formHeading(page)).toBeVisible();
  await expect(inputOf(page, 'occupation')).toHaveValue('Nurse');
  await answerField(page, 'occupation', 'Midwife');
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Last questions/ })
    .click();
  await answerField(page, 'contactMethod', 'instagram');
  await submit(page);
  const social = page.getByRole('dialog', { name: 'Contact us on Facebook or Instagram' });
  await expect(social.getByRole('link').first()).toHaveAttribute('href', /^https:\/\/www\.instagram\.com\//);
  await expect(social.getByRole('link').last()).toHaveAttribute('href', /^https:\/\/www\.facebook\.com\//);
  await expectAccessible(page);
  await social.getByRole('button', { name: 'Done' }).click();
  await expect(social).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  expect(await readSubmittedForm(account)).toEqual({
    ...newClientForm,
    occupation: 'Midwife',
    contactMethod: 'instagram',
  });
});

test('prompts for the form, lets the client skip it, and leads back to it', {
  tag: '@details-client',
}, async ({ openForm }) => {
  const { page } = await openForm({ screen: 'phone' });
  await page.getByRole('button', { name: 'Go to my files' }).click();
  const prompt = page.getByRole('dialog', { name: 'Annual Tax Form' });
  await expectAccessible(page);
  await prompt.getByRole('button', { name: 'Complete Form' }).click();
  await expect(prompt).toHaveCount(0);
  await expect(formHeading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Go to my files' }).click();
  await prompt.getByRole('button', { name: 'Maybe Later' }).click();
  await page.waitForURL('**/secured-files?bypass=true');
  await expect(page.getByText('Not Completed', { exact: true })).toBeVisible();
  await expect(page.getByText(open, { exact: true })).toBeVisible();
  await expect(page.getByText('No files yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Submit Now' }).click();
  await page.waitForURL('**/secured-files?form=open');
  await expect(formHeading(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No files yet')).toBeVisible();
});

test('treats an unknown form status as not completed', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const person = await confirmedPerson('Rosa');
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await signIn(page, person);
  await page.route(/rest\/v1\/tax_forms\?select=id/, () => {});
  await page.goto('/secured-files');
  // After five seconds.
  await expect(formHeading(page)).toBeVisible();
  await page.unrouteAll();
  await page.route(/rest\/v1\/tax_forms/, (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  );
  await page.goto('/secured-files');
  await expect(page.getByText('We couldn’t load your form')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(formHeading(page)).toBeVisible();
});

test('prefills last year’s answers and asks to review those that may have changed', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  const { page } = await openBrowser();
  await signIn(page, person);
  await page.route(new RegExp(`rest/v1/tax_forms\\?select=form_data.*year=eq.${year - 1}`), (route) =>
    route.fulfill({ json: [{ form_data: newClientForm, submitted_at: `${year - 1}-02-03T10:00:00Z` }] }),
  );
  await page.goto('/secured-files');
  await page.getByRole('button', { name: 'Use last year’s answers' }).click();
  await expect(inputOf(page, 'occupation')).toHaveValue('Nurse');
  await expect(inputOf(page, 'ssn')).toHaveValue('***-**-6789');
  const marks = page.getByText('Please check', { exact: true });
  const before = await marks.count();
  expect(before).toBeGreaterThan(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Still correct: Occupation' }).click();
  await expect(marks).toHaveCount(before - 1);
  await inputOf(page, 'email').fill('rosa@example.com');
  await expect(marks).toHaveCount(before - 2);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await expect(formHeading(page)).toBeVisible();
  await expect(marks).toHaveCount(before - 2);
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Last questions/ })
    .click();
  await expect(page.getByText('Please check these answers from last year')).toBeVisible();
  await page.getByRole('button', { name: 'Routing number' }).click();
  await expect(inputOf(page, 'routingNumber')).toBeFocused();
  expect(fieldAt('routingNumber').sensitive).toBe(true);
  expect(await readSubmittedForm(account)).toBeNull();
});

test('shows staff their own files and the form card instead of the form', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto('/secured-files');
  await expect(page.getByText('No files yet')).toBeVisible();
  await expect(page.getByText('Not Completed', { exact: true })).toBeVisible();
});

test('does not restart a form that was submitted on another device', { tag: '@details-client' }, async ({
  openFormAs,
  openForm,
}) => {
  const { page, person, account } = await openForm({ expectedErrors: [httpErrors] });
  await answerField(page, 'occupation', 'Cook');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const { error } = await account.api
    .from('tax_forms')
    .insert({ user_id: account.id, year, form_data: existingClientForm });
  expect(error).toBeNull();
  await answerField(page, 'occupation', 'Chef');
  const asked = page.getByRole('alertdialog', { name: 'This form was submitted from another device' });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Use the submitted answers' }).click();
  await expect(page.getByText(done, { exact: true })).toBeVisible();
  const again = await openFormAs(person, {}, '?form=open');
  await expect(inputOf(again, 'occupation')).toHaveValue('Carpenter');
});
