import { existingClientForm, newClientForm } from '#tests/support/forms/tax-forms.ts';
import { expectAccessible, expectNoSidewaysScroll, tabTo, waitForHeadingFocus } from '../support/browser.ts';
import { officeYear } from '../support/documents.ts';
import {
  answerField,
  fillForm,
  formHeading,
  inputOf,
  readDraft,
  readSubmittedForm,
  saveDraft,
  sectionHeading,
  submit,
  typeAnswer,
} from '../support/form-page.ts';
import { httpErrors, networkErrors } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** A draft is saved one second after the last key; a busy machine takes longer. */
const longer = { timeout: 20_000 };
const { healthInsuranceTypes, ...shortAnswers } = existingClientForm;

test('a new married client completes the whole form (phone)', async ({ openForm }) => {
  const { page, account } = await openForm({ screen: 'phone' });
  await fillForm(page, newClientForm);
  await submit(page);
  await expect(page.getByText('Thank you! We got your tax form.')).toBeVisible();
  expect(await readSubmittedForm(account)).toEqual(newClientForm);
  expect(await readDraft(account)).toBeNull();
});

test('a new married client completes the whole form by keyboard', { tag: '@details-client' }, async ({
  openForm,
}) => {
  const { page, account } = await openForm();
  await fillForm(page, newClientForm, { how: typeAnswer });
  await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you! We got your tax form.')).toBeVisible();
  expect(await readSubmittedForm(account)).toEqual(newClientForm);
  expect(await readDraft(account)).toBeNull();
  await waitForHeadingFocus(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('every section is accessible and fits a phone', { tag: '@looks' }, async ({ openForm }) => {
  const { page } = await openForm({ screen: 'phone' });
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

test('shows questions depending on the answers and confirms before removing dependents', {
  tag: '@details-client',
}, async ({ openForm }) => {
  const { page } = await openForm();
  await expect(inputOf(page, 'city')).toHaveCount(0);
  await answerField(page, 'isNew', 'no');
  await answerField(page, 'addressDifferent', 'yes');
  await expect(inputOf(page, 'city')).toBeVisible();
  await expect(inputOf(page, 'dobYear')).toHaveCount(0);
  await answerField(page, 'isNew', 'yes');
  await expect(inputOf(page, 'addressDifferent')).toHaveCount(0);
  await expect(inputOf(page, 'dobYear')).toHaveValue('1980');
  const years = await inputOf(page, 'dobYear').locator('option').allTextContents();
  expect(years.slice(1, 3)).toEqual([String(officeYear()), String(officeYear() - 1)]);
  expect(years.at(-1)).toBe('1925');

  await page.goto('/secured-files?step=filing');
  const sections = page.getByRole('navigation', { name: 'Sections of the form' });
  await answerField(page, 'filingStatus', 'Married Filing Jointly');
  await expect(inputOf(page, 'dependentClaimed')).toHaveCount(0);
  await expect(sections.getByRole('button', { name: /^Your spouse/ })).toBeVisible();
  await answerField(page, 'filingStatus', 'Single');
  await expect(inputOf(page, 'dependentClaimed')).toBeVisible();
  await expect(sections.getByRole('button', { name: /^Your spouse/ })).toHaveCount(0);

  await sections.getByRole('button', { name: /^Your refund/ }).click();
  await expect(inputOf(page, 'routingNumber')).toHaveCount(0);
  await answerField(page, 'directDeposit', 'yes');
  await expect(inputOf(page, 'routingNumber')).toBeVisible();
  await expect(inputOf(page, 'routingNumber')).toHaveAttribute('autocomplete', 'off');
  await answerField(page, 'directDeposit', 'maybe-later');
  await expect(inputOf(page, 'routingNumber')).toHaveCount(0);

  await sections.getByRole('button', { name: /^Your dependents/ }).click();
  await answerField(page, 'anyDependents', 'yes');
  await answerField(page, 'dependents.0.firstName', 'Ana');
  await page.getByRole('button', { name: 'Add Another Dependent' }).click();
  await expect(inputOf(page, 'dependents.1.firstName')).toBeFocused();
  await page.keyboard.type('Luis');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove dependent 1' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Remove dependent 1?' });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove dependent 1' }).click();
  await asked.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(inputOf(page, 'dependents.0.firstName')).toHaveValue('Luis');
  await answerField(page, 'dependents.0.firstName', '');
  await page.getByRole('button', { name: 'Remove dependent 1' }).click();
  await expect(inputOf(page, 'dependents.0.firstName')).toHaveCount(0);
});

test('formats numbers while typing, keeps the cursor, and masks them on blur', {
  tag: '@details-client',
}, async ({ openForm }) => {
  const { page, account } = await openForm();
  const ssn = inputOf(page, 'ssn');
  const cursor = () => ssn.evaluate((box: HTMLInputElement) => box.selectionStart);
  await ssn.click();
  await page.keyboard.type('12345');
  await expect(ssn).toHaveValue('123-45');
  await page.keyboard.type('67899');
  await expect(ssn).toHaveValue('123-45-6789');
  // Delete from the middle, then insert there.
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

  const phone = inputOf(page, 'phone');
  await phone.fill('+1 (203) 555-0199');
  await expect(phone).toHaveValue('203-555-0199');
  await expect(phone).toHaveAttribute('autocomplete', 'tel-national');
  // Enter on a phone's keyboard must not open the next section: after it, this section takes and saves an answer.
  await phone.press('Enter');
  await answerField(page, 'occupation', 'Nurse');
  await expect.poll(async () => (await readDraft(account))?.occupation, longer).toBe('Nurse');
  expect(new URL(page.url()).search).toBe('');
  await expect(sectionHeading(page, 'About you')).toBeVisible();
  await expect(inputOf(page, 'firstName')).toHaveAttribute('autocomplete', 'given-name');

  await page.goto('/secured-files?step=business');
  await answerField(page, 'businessTaxes', 'yes');
  await answerField(page, 'businessEin', '067654321');
  await inputOf(page, 'businessName').focus();
  await expect(inputOf(page, 'businessEin')).toHaveValue('**-***4321');

  await page.goto('/secured-files?step=finish');
  await answerField(page, 'briefDescription', 'x'.repeat(1012));
  await expect(
    page.getByText('1,012 of 1,000 characters: please shorten it by 12', { exact: true }),
  ).toBeVisible();
});

test('keeps a draft across a reload and a lost connection, and asks about that of another device', async ({
  openForm,
}) => {
  const { page, account } = await openForm({
    screen: 'phone',
    expectedErrors: [networkErrors, httpErrors],
  });
  await answerField(page, 'ssn', '123456789');
  await answerField(page, 'occupation', 'Nurse');
  await expect(page.getByText(/^Saved at \d+:\d\d [AP]M$/)).toBeVisible();
  await page.reload();
  await expect(inputOf(page, 'occupation')).toHaveValue('Nurse');
  await expect(inputOf(page, 'ssn')).toHaveValue('***-**-6789');

  await page.context().setOffline(true);
  await answerField(page, 'occupation', 'Head nurse');
  await expect(
    page.getByText('Not saved yet because you’re offline. We’ll keep trying.').first(),
  ).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await readDraft(account))?.occupation, longer).toBe('Head nurse');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const { data: saved } = await account.api.from('tax_form_drafts').select('form_data, version').single();

  await saveDraft(account, { ...saved?.form_data, occupation: 'Doctor' }, saved?.version + 1);
  await answerField(page, 'occupation', 'Midwife');
  const question = page.getByRole('alertdialog', { name: 'Which answers do you want to keep?' });
  await expect(question.getByText(/You also filled out this form on .*Safari on iPad/)).toBeVisible();
  await question.getByRole('button', { name: 'Use the other answers' }).click();
  await expect(inputOf(page, 'occupation')).toHaveValue('Doctor');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  for (const planted of ['123-45-6789', '123456789', 'Midwife', 'Doctor'])
    expect(kept).not.toContain(planted);
});

test('keeps a draft across a reload, a lost connection, and another device, without browser storage', {
  tag: '@details-client',
}, async ({ openFormAs, openForm }) => {
  const { page, person, account } = await openForm({
    screen: 'phone',
    expectedErrors: [networkErrors, httpErrors],
  });
  await answerField(page, 'ssn', '123456789');
  await answerField(page, 'occupation', 'Nurse');
  await expect(page.getByText(/^Saved at \d+:\d\d [AP]M$/)).toBeVisible();
  await page.reload();
  await expect(formHeading(page)).toBeVisible();
  await expect(inputOf(page, 'occupation')).toHaveValue('Nurse');
  await expect(inputOf(page, 'ssn')).toHaveValue('***-**-6789');

  await page.context().setOffline(true);
  await answerField(page, 'occupation', 'Head nurse');
  await expect(
    page.getByText('Not saved yet because you’re offline. We’ll keep trying.').first(),
  ).toBeVisible();
  await expectAccessible(page);
  // Leaving now asks first. Firefox asks only a person who pressed a key.
  await page.keyboard.press('Tab');
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.evaluate(() => window.location.reload());
  expect(await asked).toBe('beforeunload');
  // The form works without a connection.
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await answerField(page, 'businessTaxes', 'no');
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect
    .poll(() => readDraft(account), longer)
    .toMatchObject({
      occupation: 'Head nurse',
      businessTaxes: 'no',
    });

  const second = await openFormAs(person, { expectedErrors: [networkErrors, httpErrors] });
  await expect(inputOf(second, 'occupation')).toHaveValue('Head nurse');
  await answerField(second, 'occupation', 'Doctor');
  await expect(second.getByText(/^Saved at/)).toBeVisible();
  await expect.poll(async () => (await readDraft(account))?.occupation, longer).toBe('Doctor');

  // The first device doesn't know, and keeps typing: different questions are merged.
  await answerField(page, 'businessTaxes', 'yes');
  await expect(page.getByText(/^We added your answers from .*Linux\.$/)).toBeVisible();
  const merged = { occupation: 'Doctor', businessTaxes: 'yes' };
  await expect.poll(() => readDraft(account), longer).toMatchObject(merged);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(inputOf(page, 'occupation')).toHaveValue('Doctor');

  // The same question, side by side.
  await answerField(second, 'occupation', 'Surgeon');
  await expect.poll(async () => (await readDraft(account))?.occupation, longer).toBe('Surgeon');
  await answerField(page, 'occupation', 'Midwife');
  const question = page.getByRole('alertdialog', { name: 'Which answers do you want to keep?' });
  await expect(question.getByText(/You also filled out this form on .*Linux/)).toBeVisible();
  const choices = question.getByRole('radiogroup');
  await expect(choices).toHaveCount(1);
  await expect(choices).toHaveAccessibleName(/Occupation$/);
  await expect(choices.getByRole('radio', { name: 'On this screen Midwife' })).toBeChecked();
  await expect(choices.getByRole('radio', { name: /Linux Surgeon$/ })).not.toBeChecked();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await question.getByRole('button', { name: 'Use the other answers' }).click();
  await expect(page.getByText(/^Now showing your answers from .*Linux\.$/)).toBeVisible();
  await expect(inputOf(page, 'occupation')).toHaveValue('Surgeon');
  await answerField(page, 'occupation', 'Midwife');
  await expect.poll(async () => (await readDraft(account))?.occupation, longer).toBe('Midwife');

  // One answer of each device.
  await second.context().setOffline(true);
  await answerField(second, 'occupation', 'Teacher');
  await answerField(second, 'lastName', 'Vega');
  await second.context().setOffline(false);
  const other = second.getByRole('alertdialog', { name: 'Which answers do you want to keep?' });
  await other.getByText('Midwife', { exact: true }).click();
  await other.getByRole('button', { name: 'Keep the chosen answers' }).click();
  await expect
    .poll(() => readDraft(account), longer)
    .toMatchObject({ occupation: 'Midwife', lastName: 'Vega' });
  await expect(inputOf(second, 'occupation')).toHaveValue('Midwife');

  const kept = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  for (const planted of ['123-45-6789', '123456789', 'Midwife', 'Doctor'])
    expect(kept).not.toContain(planted);
});

test('submits a short form, and keeps it if submitting fails', { tag: '@details-client' }, async ({
  openForm,
}) => {
  const { page, account } = await openForm({ expectedErrors: [networkErrors, httpErrors] });
  for (const [path, value] of Object.entries(shortAnswers)) {
    if (path === 'businessTaxes') await page.goto('/secured-files?step=business');
    if (path === 'filingStatusChanged') await page.goto('/secured-files?step=filing');
    if (path === 'obamacare') await page.goto('/secured-files?step=health');
    if (path === 'newDependents') await page.goto('/secured-files?step=dependents');
    if (path === 'directDeposit') await page.goto('/secured-files?step=bank');
    if (path === 'contactMethod') await page.goto('/secured-files?step=finish');
    await expect(inputOf(page, path)).toBeVisible();
    await answerField(page, path, value);
    if (path === 'obamacare') await answerField(page, 'healthInsuranceTypes', healthInsuranceTypes);
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await expect.poll(async () => Object.keys((await readDraft(account)) ?? {}), longer).toContain(path);
  }
  const forms = /rest\/v1\/tax_forms/;
  // Without a connection: says so, and keeps everything.
  await page.route(forms, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await submit(page);
  const offline = page.getByText('You’re offline, so your form was not submitted', { exact: true });
  await expect(offline).toBeVisible();
  await expect(page.getByText(/^Your answers are still here\. Keep this page open/)).toBeVisible();
  expect(await readDraft(account)).toMatchObject(shortAnswers);
  expect(await readSubmittedForm(account)).toBeNull();
  await page.unroute(forms);
  await page.route(forms, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await submit(page);
  await expect(offline).toBeHidden();
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
  await expect(page.getByText('Thank you! We got your tax form.')).toBeVisible();
  expect(await readSubmittedForm(account)).toEqual(existingClientForm);
});
