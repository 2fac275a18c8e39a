import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { officeYear } from '../support/documents.ts';
import { button, expectGoodScreen, heading, httpErrors, link, signInAs } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { clerk } from './members.ts';

for (const screen of ['phone', 'desktop'] as const) {
  test(`staff fill out and correct the form of a client without a login, on a ${screen}`, {
    tag: screen === 'desktop' ? [] : '@looks',
  }, async ({ openBrowser }) => {
    const office = await clerk();
    const client = crypto.randomUUID();
    const { error } = await office.api.rpc('save_client', {
      client_id: client,
      kind: 'person',
      first_name: 'Walk',
      last_name: 'Inman',
    });
    if (error) throw error;
    const { page } = await openBrowser({ screen, expectedErrors: [httpErrors] });
    await signInAs(page, office);
    await page.goto(`/manage?client=${client}`);
    await button(page, 'Fill out the form').click();
    await expect(heading(page, `Yearly Questions ${officeYear()}`)).toBeVisible();
    await expect(page.locator('#q-lastName')).toHaveValue('Inman');
    await page.locator('#q-firstName').fill('Walter');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await expectGoodScreen(page);
    const draft = await office.api.from('tax_form_drafts').select('form_data').eq('user_id', client).single();
    expect(draft.data?.form_data).toMatchObject({ firstName: 'Walter', lastName: 'Inman' });

    // Once submitted, it is corrected. Staff see no numbers, so stars are never sent back as an answer.
    const year = officeYear();
    const sent = await office.api
      .from('tax_forms')
      .insert({ user_id: client, year, form_data: newClientForm });
    expect(sent.error).toBeNull();
    await page.goto(`/manage?client=${client}`);
    await button(page, 'Correct the form').click();
    await expect(page.locator('#q-firstName')).toHaveValue(newClientForm.firstName);
    await expect(page.locator('#q-ssn')).toHaveValue('');
  });
}

test('staff go back from the form of a client without a login, and print it', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const office = await clerk();
  const client = crypto.randomUUID();
  const person = { client_id: client, kind: 'person', first_name: 'Walk', last_name: 'Inman' };
  await office.api.rpc('save_client', person).throwOnError();
  const { page } = await openBrowser({ expectedErrors: [httpErrors] });
  await signInAs(page, office);
  await page.goto(`/manage?client=${client}`);
  await button(page, 'Fill out the form').click();
  await button(page, 'Back to the files').click();
  await expect(button(page, 'Fill out the form')).toBeFocused();
  const form = { user_id: client, year: officeYear(), form_data: newClientForm };
  await office.api.from('tax_forms').insert(form).throwOnError();
  await page.reload();
  await link(page, 'Walk Inman').click();
  await expect(button(page, 'Print')).toBeVisible();
});
