import { existingClientForm, newClientForm } from '#tests/support/tax-forms.ts';
import { expectAccessible, expectNoSidewaysScroll, tabTo } from '../support/browser.ts';
import { officeYear } from '../support/documents.ts';
import { cuts, refusals } from '../support/entry.ts';
import { expect, test } from '../support/test.ts';
import {
  at,
  draftOf,
  fillForm,
  formHeading,
  give,
  sectionHeading,
  sentForm,
  submit,
  type,
} from '../support/yearly-form.ts';

/** A draft is saved a second after the last key, on a machine that may be busy. */
const patience = { timeout: 20_000 };
const HEADER = 'Please complete the following required fields:';
const { healthInsuranceTypes, ...shortAnswers } = existingClientForm;

test('a new married client completes the whole form by keyboard', async ({ visitForm }) => {
  const { page, account } = await visitForm();
  await fillForm(page, newClientForm, { how: type });
  await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you. Your tax form has reached us.')).toBeVisible();
  expect(await sentForm(account)).toEqual(newClientForm);
  expect(await draftOf(account)).toBeNull();
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('every section is accessible and fits a phone', async ({ visitForm }) => {
  const { page } = await visitForm({ screen: 'phone' });
  const seen: string[] = [];
  await fillForm(page, newClientForm, {
    each: async (title) => {
      seen.push(title);
      await expect(page.getByText(new RegExp(`^Section ${seen.length} of [78]$`)).first()).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    },
  });
  expect(seen).toHaveLength(8);
  await page.getByRole('button', { name: /See all/ }).click();
  const list = page.getByRole('navigation', { name: 'Sections of the form' });
  await expect(list.getByRole('listitem')).toHaveText(seen.map((title) => `${title}Complete`));
  await expectAccessible(page);
  await list.getByRole('button', { name: /^Your spouse/ }).click();
  await expect(sectionHeading(page, 'Your spouse')).toBeVisible();
  await page.waitForURL('**step=spouse');
  await page.goBack();
  await expect(sectionHeading(page, 'Last questions')).toBeVisible();
});

test('links each problem in the error summary to its field and sends nothing', async ({ visitForm }) => {
  const { page, account } = await visitForm({}, '?step=finish');
  await expect(sectionHeading(page, 'Last questions')).toBeVisible();
  await submit(page);
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('heading', { name: HEADER, exact: true })).toBeVisible();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  await expect(summary.getByRole('link')).toHaveText([
    'Please select if you are a new client',
    'SSN/ITIN is required',
    'Occupation is required',
    'Answer about business taxes is required',
    'Answer about a change of your filing status is required',
    'Answer about being claimed as a dependent is required',
    'Answer about Obamacare is required',
    'At least one health insurance type is required',
    'Answer about cryptocurrency is required',
    'Answer about direct deposit is required',
    'Preferred contact method is required',
  ]);
  await expectAccessible(page);
  expect(await sentForm(account)).toBeNull();

  // To a field of another section, by the keyboard.
  await tabTo(page, summary.getByRole('link', { name: 'Occupation is required' }));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'q-occupation');
  const occupation = at(page, 'occupation');
  await expect(occupation).toHaveAttribute('aria-invalid', 'true');
  const described = (await occupation.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
  expect(texts).toContain('Occupation is required');
  await expectAccessible(page);
  // Editing takes the highlight away, and the line.
  await page.keyboard.type('Cook');
  await expect(occupation).not.toHaveAttribute('aria-invalid');
  await expect(summary.getByText('Occupation is required')).toHaveCount(0);
  await expect(summary.getByRole('link')).toHaveCount(10);
  await summary.getByRole('link', { name: 'Answer about cryptocurrency is required' }).click();
  await page.waitForFunction(() => document.activeElement?.closest('#q-cryptocurrency') !== null);
});

test('shows questions depending on the answers and confirms before removing dependents', async ({
  visitForm,
}) => {
  const { page } = await visitForm();
  await expect(at(page, 'city')).toHaveCount(0);
  await give(page, 'isNew', 'no');
  await give(page, 'addressDifferent', 'yes');
  await expect(at(page, 'city')).toBeVisible();
  await expect(at(page, 'dobYear')).toHaveCount(0);
  await give(page, 'isNew', 'yes');
  await expect(at(page, 'addressDifferent')).toHaveCount(0);
  await expect(at(page, 'dobYear')).toHaveValue('1980');
  const years = await at(page, 'dobYear').locator('option').allTextContents();
  expect(years.slice(1, 3)).toEqual([String(officeYear()), String(officeYear() - 1)]);
  expect(years.at(-1)).toBe('1925');

  await page.goto('/secured-files?step=filing');
  const sections = page.getByRole('navigation', { name: 'Sections of the form' });
  await give(page, 'filingStatus', 'Married Filing Jointly');
  await expect(at(page, 'dependentClaimed')).toHaveCount(0);
  await expect(sections.getByRole('button', { name: /^Your spouse/ })).toBeVisible();
  await give(page, 'filingStatus', 'Single');
  await expect(at(page, 'dependentClaimed')).toBeVisible();
  await expect(sections.getByRole('button', { name: /^Your spouse/ })).toHaveCount(0);

  await sections.getByRole('button', { name: /^Your refund/ }).click();
  await expect(at(page, 'routingNumber')).toHaveCount(0);
  await give(page, 'directDeposit', 'yes');
  await expect(at(page, 'routingNumber')).toBeVisible();
  await expect(at(page, 'routingNumber')).toHaveAttribute('autocomplete', 'off');
  await give(page, 'directDeposit', 'maybe-later');
  await expect(at(page, 'routingNumber')).toHaveCount(0);

  await sections.getByRole('button', { name: /^Your dependents/ }).click();
  await give(page, 'anyDependents', 'yes');
  await give(page, 'dependents.0.firstName', 'Ana');
  await page.getByRole('button', { name: 'Add Another Dependent' }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'q-dependents-1-firstName');
  await page.keyboard.type('Luis');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove dependent 1' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Remove dependent 1?' });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove dependent 1' }).click();
  await asked.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(at(page, 'dependents.0.firstName')).toHaveValue('Luis');
  await give(page, 'dependents.0.firstName', '');
  await page.getByRole('button', { name: 'Remove dependent 1' }).click();
  await expect(at(page, 'dependents.0.firstName')).toHaveCount(0);
});

test('formats numbers while typing, keeps the cursor, and masks them on blur', async ({ visitForm }) => {
  const { page } = await visitForm();
  const ssn = at(page, 'ssn');
  const cursor = () => ssn.evaluate((box: HTMLInputElement) => box.selectionStart);
  await ssn.click();
  await page.keyboard.type('12345');
  await expect(ssn).toHaveValue('123-45');
  await page.keyboard.type('67899');
  await expect(ssn).toHaveValue('123-45-6789');
  // Out of the middle, and into it.
  for (let left = 0; left < 6; left++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(ssn).toHaveValue('123-56-789');
  expect(await cursor()).toBe(3);
  await page.keyboard.type('4');
  await expect(ssn).toHaveValue('123-45-6789');
  expect(await cursor()).toBe(5);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(' 987 65 4321 ');
  await expect(ssn).toHaveValue('987-65-4321');
  await page.keyboard.press('Tab');
  await expect(ssn).toHaveValue('***-**-4321');
  await page.getByRole('button', { name: 'Show SSN or ITIN' }).click();
  await expect(ssn).toHaveValue('987-65-4321');
  await page.getByRole('button', { name: 'Hide SSN or ITIN' }).click();
  await ssn.focus();
  await expect(ssn).toHaveValue('987-65-4321');
  await expect(ssn).toHaveAttribute('autocomplete', 'off');

  const phone = at(page, 'phone');
  await phone.fill('+1 (203) 555-0199');
  await expect(phone).toHaveValue('203-555-0199');
  await expect(phone).toHaveAttribute('autocomplete', 'tel-national');
  // The key of a phone's keyboard in a field must not turn the page.
  await phone.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  await expect(sectionHeading(page, 'About you')).toBeVisible();
  await expect(at(page, 'firstName')).toHaveAttribute('autocomplete', 'given-name');

  await page.goto('/secured-files?step=business');
  await give(page, 'businessTaxes', 'yes');
  await give(page, 'businessEin', '067654321');
  await at(page, 'businessName').focus();
  await expect(at(page, 'businessEin')).toHaveValue('**-***4321');

  await page.goto('/secured-files?step=finish');
  await give(page, 'briefDescription', 'x'.repeat(1012));
  await expect(
    page.getByText('1,012 of 1,000 characters: please shorten it by 12', { exact: true }),
  ).toBeVisible();
});

test('keeps a draft across a reload, a lost connection, and another device, without browser storage', async ({
  openFormAs,
  visitForm,
}) => {
  const { page, person, account } = await visitForm({ screen: 'phone', expectedErrors: [cuts, refusals] });
  await give(page, 'ssn', '123456789');
  await give(page, 'occupation', 'Nurse');
  await expect(page.getByText(/^Saved at \d+:\d\d [AP]M$/)).toBeVisible();
  await page.reload();
  await expect(formHeading(page)).toBeVisible();
  await expect(at(page, 'occupation')).toHaveValue('Nurse');
  await expect(at(page, 'ssn')).toHaveValue('***-**-6789');

  await page.context().setOffline(true);
  await give(page, 'occupation', 'Head nurse');
  await expect(page.getByText('Not saved yet: no connection. We keep trying.').first()).toBeVisible();
  await expectAccessible(page);
  // Who leaves now is asked first.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.evaluate(() => window.location.reload());
  expect(await asked).toBe('beforeunload');
  // The form goes on without a connection.
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await give(page, 'businessTaxes', 'no');
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect
    .poll(() => draftOf(account), patience)
    .toMatchObject({
      occupation: 'Head nurse',
      businessTaxes: 'no',
    });

  const second = await openFormAs(person, { expectedErrors: [refusals] });
  await expect(at(second, 'occupation')).toHaveValue('Head nurse');
  await give(second, 'occupation', 'Doctor');
  await expect(second.getByText(/^Saved at/)).toBeVisible();
  await expect.poll(async () => (await draftOf(account))?.occupation, patience).toBe('Doctor');

  // The first device knows nothing of it, and types on.
  await give(page, 'businessTaxes', 'yes');
  const question = page.getByRole('alertdialog', { name: 'Which answers do you want to keep?' });
  await expect(question.getByText(/was also filled in on .*Linux/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Use the other answers' }).click();
  await expect(page.getByText(/^Now with what you typed on .*Linux\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(at(page, 'occupation')).toHaveValue('Doctor');
  await give(second, 'occupation', 'Surgeon');
  await expect.poll(async () => (await draftOf(account))?.occupation, patience).toBe('Surgeon');
  await give(page, 'occupation', 'Midwife');
  await question.getByRole('button', { name: 'Keep what is on this screen' }).click();
  await expect.poll(async () => (await draftOf(account))?.occupation, patience).toBe('Midwife');

  const kept = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  for (const planted of ['123-45-6789', '123456789', 'Midwife', 'Doctor'])
    expect(kept).not.toContain(planted);
});

test('submits a short form, and keeps it if submitting fails', async ({ visitForm }) => {
  const { page, account } = await visitForm({ expectedErrors: [cuts, refusals] });
  for (const [path, value] of Object.entries(shortAnswers)) {
    if (path === 'businessTaxes') await page.goto('/secured-files?step=business');
    if (path === 'filingStatusChanged') await page.goto('/secured-files?step=filing');
    if (path === 'obamacare') await page.goto('/secured-files?step=health');
    if (path === 'newDependents') await page.goto('/secured-files?step=dependents');
    if (path === 'directDeposit') await page.goto('/secured-files?step=bank');
    if (path === 'contactMethod') await page.goto('/secured-files?step=finish');
    await expect(at(page, path)).toBeVisible();
    await give(page, path, value);
    if (path === 'obamacare') await give(page, 'healthInsuranceTypes', healthInsuranceTypes);
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await expect.poll(async () => Object.keys((await draftOf(account)) ?? {}), patience).toContain(path);
  }
  const forms = /rest\/v1\/tax_forms/;
  await page.route(forms, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await submit(page);
  await expect(
    page.getByText('Error submitting form. Please complete all fields.', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute(forms);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(forms, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await submit(page);
  const sending = page.getByRole('button', { name: 'Submitting...', exact: true });
  await expect(sending).toBeVisible();
  await expect(sending).toBeDisabled();
  release();
  await expect(page.getByText('Thank you. Your tax form has reached us.')).toBeVisible();
  expect(await sentForm(account)).toEqual(existingClientForm);
});
