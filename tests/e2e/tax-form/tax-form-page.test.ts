import { expect, test } from 'vitest';
import { formOf, problemsExpected, validationCases } from '#tests/support/tax-form-cases.ts';
import { existingClientForm, newClientForm } from '#tests/support/tax-forms.ts';
import { expectAccessible, expectNoSidewaysScroll, openBrowser } from '../support/browser.ts';
import { accountOf, officeYear } from '../support/documents.ts';
import { refusals, signIn } from '../support/entry.ts';
import { visitFiles } from '../support/files-visit.ts';
import { giveRole } from '../support/house-database.ts';
import { confirmedPerson } from '../support/people.ts';
import {
  at,
  draftIs,
  fieldAt,
  formHeading,
  give,
  openFormAs,
  sectionHeading,
  sentForm,
  submit,
  summaryOf,
  visitForm,
} from '../support/yearly-form.ts';

const year = officeYear();
const done = 'You have already completed your tax form for the year';
const open = 'Complete your tax form for the year to help us prepare your return accurately';

/** Those that a person can bring about on the page, one of each kind. */
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

test('the rules of the form, through the page', async () => {
  const { page, account } = await visitForm();
  const cases = validationCases(year);
  let version = 0;
  for (const rule of sample) {
    const found = cases.find((one) => one.rule === rule);
    if (!found) throw new Error(`no rule "${rule}"`);
    version += 1;
    await draftIs(account, formOf(found), version);
    await page.goto('/secured-files?step=finish');
    await sectionHeading(page, 'Last questions').waitFor();
    await submit(page);
    await page.getByRole('heading', { name: 'Please complete the following required fields:' }).waitFor();
    expect(await summaryOf(page), rule).toEqual(problemsExpected(found).map(({ message }) => message));
  }
  expect(await sentForm(account)).toBeNull();
});

test('the card, sending again, and the printable copy', async () => {
  const { page, account } = await visitFiles([]);
  await page.getByRole('heading', { name: `Annual Tax Form ${year}`, exact: true }).waitFor();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText(done, { exact: true }).waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Print my answers' }).click();
  await page.waitForURL('**/secured-files?form=copy');
  const copy = page.getByRole('region', { name: `Annual Tax Form ${year}` });
  await copy.getByText('***-**-6789', { exact: true }).waitFor();
  expect(await copy.getByText('123-45-6789').count()).toBe(0);
  await copy.getByText('Dependent 2', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await copy.getByRole('button', { name: 'Print', exact: true }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Print', 'Back to my files']) {
    expect(await page.getByRole('button', { name, exact: true }).isVisible()).toBe(false);
  }
  expect(await page.getByRole('banner').first().isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await copy.getByRole('button', { name: 'Show Social Security and bank numbers' }).click();
  await copy.getByText('123-45-6789', { exact: true }).waitFor();
  await page.goBack();

  await page.getByRole('link', { name: 'Resubmit form?' }).click();
  await page.waitForURL('**/secured-files?form=open');
  await formHeading(page).waitFor();
  expect(await at(page, 'occupation').inputValue()).toBe('Nurse');
  await give(page, 'occupation', 'Midwife');
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Last questions/ })
    .click();
  await give(page, 'contactMethod', 'instagram');
  await submit(page);
  const social = page.getByRole('dialog', { name: 'Contact us on Facebook or Instagram' });
  expect(await social.getByRole('link').first().getAttribute('href')).toMatch(
    /^https:\/\/www\.instagram\.com\//,
  );
  expect(await social.getByRole('link').last().getAttribute('href')).toMatch(
    /^https:\/\/www\.facebook\.com\//,
  );
  await expectAccessible(page);
  await social.getByRole('button', { name: 'Done' }).click();
  await social.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByText('Completed', { exact: true }).waitFor();
  expect(await sentForm(account)).toEqual({
    ...newClientForm,
    occupation: 'Midwife',
    contactMethod: 'instagram',
  });
});

test('the form can wait: the prompt, the bypass, and the way back', async () => {
  const { page } = await visitForm({ screen: 'phone' });
  await page.getByRole('button', { name: 'Go to my files' }).click();
  const prompt = page.getByRole('dialog', { name: 'Annual Tax Form' });
  await expectAccessible(page);
  await prompt.getByRole('button', { name: 'Complete Form' }).click();
  await prompt.waitFor({ state: 'detached' });
  await formHeading(page).waitFor();
  await page.getByRole('button', { name: 'Go to my files' }).click();
  await prompt.getByRole('button', { name: 'Maybe Later' }).click();
  await page.waitForURL('**/secured-files?bypass=true');
  await page.getByText('Not Completed', { exact: true }).waitFor();
  await page.getByText(open, { exact: true }).waitFor();
  await page.getByText('No files yet').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Submit Now' }).click();
  await page.waitForURL('**/secured-files?form=open');
  await formHeading(page).waitFor();
  await page.goBack();
  await page.getByText('No files yet').waitFor();
});

test('a state of the form that nobody tells counts as not completed', async () => {
  const person = await confirmedPerson('Rosa');
  const { page } = await openBrowser({ expectedErrors: [refusals] });
  await signIn(page, person);
  await page.route(/rest\/v1\/tax_forms\?select=id/, () => {});
  await page.goto('/secured-files');
  // After five seconds.
  await formHeading(page).waitFor();
  await page.unrouteAll();
  await page.route(/rest\/v1\/tax_forms/, (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  );
  await page.goto('/secured-files');
  await page.getByText('We could not load your form').waitFor();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await formHeading(page).waitFor();
});

test('last year’s answers are filled in, and what may have changed wants a look', async () => {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  const { page } = await openBrowser();
  await signIn(page, person);
  await page.route(new RegExp(`rest/v1/tax_forms\\?select=form_data.*year=eq.${year - 1}`), (route) =>
    route.fulfill({ json: [{ form_data: newClientForm, submitted_at: `${year - 1}-02-03T10:00:00Z` }] }),
  );
  await page.goto('/secured-files');
  await page.getByRole('button', { name: 'Prefill from last year' }).click();
  expect(await at(page, 'occupation').inputValue()).toBe('Nurse');
  expect(await at(page, 'ssn').inputValue()).toBe('***-**-6789');
  const marks = page.getByText('Please check', { exact: true });
  const before = await marks.count();
  expect(before).toBeGreaterThan(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Still correct: Occupation' }).click();
  expect(await marks.count()).toBe(before - 1);
  await at(page, 'email').fill('rosa@example.com');
  expect(await marks.count()).toBe(before - 2);
  await page.getByText(/^Saved at/).waitFor();
  await page.reload();
  await formHeading(page).waitFor();
  expect(await marks.count()).toBe(before - 2);
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Last questions/ })
    .click();
  await page.getByText('Please check these answers from last year').waitFor();
  await page.getByRole('button', { name: 'Routing number' }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'q-routingNumber');
  expect(fieldAt('routingNumber').sensitive).toBe(true);
  expect(await sentForm(account)).toBeNull();
});

test('the office has no form to fill in: its own files, with the card', async () => {
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { page } = await openBrowser();
  await signIn(page, preparer);
  await page.goto('/secured-files');
  await page.getByText('No files yet').waitFor();
  await page.getByText('Not Completed', { exact: true }).waitFor();
});

test('a form that was sent from another device is not begun again unasked', async () => {
  const { page, person, account } = await visitForm({ expectedErrors: [refusals] });
  await give(page, 'occupation', 'Cook');
  await page.getByText(/^Saved at/).waitFor();
  const { error } = await account.api
    .from('tax_forms')
    .insert({ user_id: account.id, year, form_data: existingClientForm });
  expect(error).toBeNull();
  await give(page, 'occupation', 'Chef');
  const asked = page.getByRole('alertdialog', { name: 'This form was sent from another device' });
  await asked.waitFor();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Use what was sent' }).click();
  await page.getByText(done, { exact: true }).waitFor();
  const again = await openFormAs(person, {}, '?form=open');
  expect(await at(again, 'occupation').inputValue()).toBe('Carpenter');
});
