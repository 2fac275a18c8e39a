import { createCase, panel } from '../support/case.ts';
import { officeYear } from '../support/documents.ts';
import { portal } from '../support/portal.ts';
import { button, expectGoodScreen, field, heading, link, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('staff ask for a consent, the client gives it on a phone and takes it back', async ({ openBrowser }) => {
  const one = await createCase({ formSubmitted: false });
  const { page: desk } = await openBrowser();
  await signIn(desk, one.preparer);
  await desk.goto(`/manage?client=${one.account.id}&tab=return`);
  await panel(desk, 'Consents').getByRole('link', { name: 'Ask for a consent' }).press('Enter');
  await field(desk, 'Who gets the information').fill('Elm Bank');
  await desk.getByRole('textbox', { name: 'Purpose' }).fill('My mortgage');
  await desk.getByRole('checkbox', { name: 'Copies of tax returns' }).press('Space');
  await desk.getByRole('checkbox', { name: String(officeYear()) }).press('Space');
  await expect(panel(desk, 'What the client reads')).toContainText('Who gets the information: Elm Bank');
  await button(desk, 'Ask the client').press('Enter');
  await expect(panel(desk, 'Consents').getByText('Waiting for an answer')).toBeVisible();

  const { page: phone } = await openBrowser({ screen: 'phone' });
  await signIn(phone, one.client);
  await phone.goto('/account');
  await link(phone, 'Read and answer: My mortgage').click();
  await expect(heading(phone, 'Consent to disclosure of tax return information')).toBeVisible();
  // Rev. Proc. 2013-14: nothing else is on the screen, and nothing is agreed to before.
  await expect(phone.getByRole('complementary', { name: 'Offers' })).toHaveCount(0);
  await expect(phone.getByRole('checkbox')).toHaveCount(0);
  const signature = phone.getByLabel(/^Type your full name/);
  await expect(signature).toHaveValue('');
  await signature.fill('Rosa Lopez');
  await button(phone, 'Sign and agree').click();
  await expect(phone.getByText(/^You signed this on/)).toBeVisible();
  await button(phone, 'Take back my consent').click();
  await button(phone, 'Take it back').click();
  await expect(phone.getByText(/^You took this back on/)).toBeVisible();
  await expect(panel(desk, 'Consents').getByText('Withdrawn', { exact: true })).toBeVisible();
});

test('asks for what a consent misses, shows it to both sides, and lists it in the register', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const one = await createCase({ formSubmitted: false });
  const { page: desk } = await openBrowser();
  await signIn(desk, one.preparer);
  await desk.goto(`/manage?client=${one.account.id}&tab=return`);
  await expect(panel(desk, 'Consents').getByText('No one was asked for a consent yet.')).toBeVisible();
  await panel(desk, 'Consents').getByRole('link', { name: 'Ask for a consent' }).press('Enter');

  // Without the mouse.
  await button(desk, 'Ask the client').press('Enter');
  const summary = desk.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Enter who gets the information',
    'Enter the purpose',
    'Select the information',
    'Select the tax years',
  ]);
  await expectGoodScreen(desk);
  await summary.getByRole('link', { name: 'Enter who gets the information' }).press('Enter');
  await expect(field(desk, 'Who gets the information')).toBeFocused();
  await field(desk, 'Who gets the information').fill('Elm Bank');
  await desk.getByRole('textbox', { name: 'Purpose' }).fill('My mortgage');
  await desk.getByRole('checkbox', { name: 'Copies of tax returns' }).press('Space');
  await desk.getByRole('checkbox', { name: String(officeYear()) }).press('Space');
  await expect(panel(desk, 'What the client reads')).toContainText('Who gets the information: Elm Bank');
  await expectGoodScreen(desk);
  await button(desk, 'Ask the client').press('Enter');
  await expect(panel(desk, 'Consents').getByText('Waiting for an answer')).toBeVisible();

  const { page: phone } = await openBrowser({ screen: 'phone' });
  await signIn(phone, one.client);
  await phone.goto('/account');
  await expect(phone.getByText('May we give your tax information to Elm Bank?')).toBeVisible();
  await expectGoodScreen(phone);
  const offers = phone.getByRole('complementary', { name: 'Offers' });
  await offers.scrollIntoViewIfNeeded();
  await link(phone, 'Read and answer: My mortgage').click();
  await expect(heading(phone, 'Consent to disclosure of tax return information')).toBeVisible();
  await expect(phone.getByText('Federal law requires this consent form')).toBeVisible();
  // Rev. Proc. 2013-14: nothing else is on the screen.
  await expect(offers).toHaveCount(0);
  // Nothing is agreed to before.
  await expect(phone.getByRole('checkbox')).toHaveCount(0);
  await expect(phone.getByLabel(/^Type your full name/)).toHaveValue('');
  await expectGoodScreen(phone);
  await button(phone, 'Sign and agree').click();
  await expect(phone.getByText('Please type your first and last name.')).toBeVisible();
  await expectGoodScreen(phone);
  await phone.getByLabel(/^Type your full name/).fill('Rosa Lopez');
  await button(phone, 'Sign and agree').click();
  await expect(phone.getByText(/^You signed this on/)).toBeVisible();
  await expect(panel(desk, 'Consents').getByText('Given', { exact: true })).toBeVisible();

  await phone.getByRole('link', { name: 'Back to my account' }).click();
  await expect(phone.getByText(/^You agreed\. This ends on/)).toBeVisible();
  await link(phone, 'Read or take back: My mortgage').click();
  await button(phone, 'Take back my consent').click();
  await expect(phone.getByRole('alertdialog', { name: 'Take back your consent?' })).toBeVisible();
  await expectGoodScreen(phone);
  await button(phone, 'Take it back').click();
  await expect(phone.getByText(/^You took this back on/)).toBeVisible();
  await expect(panel(desk, 'Consents').getByText('Withdrawn', { exact: true })).toBeVisible();

  await link(desk, 'Consents of all clients').click();
  await field(desk, 'Status').selectOption('withdrawn');
  await expect(desk.getByText('Consent to disclose: My mortgage').first()).toBeVisible();
  await expectGoodScreen(desk);
  const [file] = await Promise.all([desk.waitForEvent('download'), button(desk, 'Export CSV').click()]);
  expect(file.suggestedFilename()).toBe('consents.csv');
});

test('a client says no in Spanish, beside the English text that counts', { tag: '@looks' }, async ({
  openBrowser,
}) => {
  const one = await createCase({ formSubmitted: false });
  const consentId = crypto.randomUUID();
  const asked = await one.office.api.functions.invoke('consent-ask', {
    body: {
      consentId,
      clientId: one.account.id,
      userId: one.account.id,
      kind: 'use',
      recipient: '',
      recipientEmail: '',
      purpose: 'To tell you about retirement plans',
      data: ['contact', 'amounts'],
      years: [officeYear()],
      isOffer: true,
    },
  });
  expect(asked.error).toBeNull();
  await one.account.api
    .from('user_profiles')
    .update({ language: 'es' })
    .eq('user_id', one.account.id)
    .throwOnError();
  const { page } = await openBrowser({ screen: 'phone', locale: 'es-US' });
  await page.context().addCookies([{ name: 'lang', value: 'es', url: portal.url }]);
  await signIn(page, one.client);
  await page.goto(`/account/consents/${consentId}`);
  await expect(page.getByText('Federal law requires this consent form')).toBeVisible();
  await expect(page.getByText('La ley federal exige que se le entregue')).toBeVisible();
  await expectGoodScreen(page);
  await button(page, 'No, no acepto').click();
  await expect(page.getByText(/^Usted dijo que no/)).toBeVisible();
  await expectGoodScreen(page);
});
