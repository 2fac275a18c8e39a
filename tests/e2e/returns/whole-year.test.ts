import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import type { OpenBrowser } from '../support/browser.ts';
import { openReturn, panel, payInCash, storeReturn, takeStep } from '../support/case.ts';
import { giveRole } from '../support/database.ts';
import { accountOf, officeYear } from '../support/documents.ts';
import {
  answerField,
  answersBySection,
  fillForm,
  formHeading,
  inputOf,
  readDraft,
  sectionHeading,
  submit,
} from '../support/form-page.ts';
import { mailTo } from '../support/mail.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import {
  button,
  dialog,
  field,
  heading,
  httpErrors,
  link,
  networkErrors,
  signIn,
} from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const YEAR = officeYear();
const OFFICE = 'office@nutmegtax.example';

/** From the first question to the accepted return, with two people, two browsers for the client, and every email. */
test('a married client with two dependents and a business goes from the form to the accepted return', {
  tag: '@details-client',
}, async ({ openBrowser, openFormAs }) => {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const mailed = (subject: string) => mailTo(client.email, (mail) => mail.subject === subject);

  // Starts on the phone until the connection is lost.
  const phone = await openFormAs(client, { screen: 'phone', expectedErrors: [networkErrors, httpErrors] });
  const [first, second, third] = answersBySection(newClientForm);
  if (!first || !second || !third) throw new Error('the form has no sections');
  for (const [path, value] of first.answers) await answerField(phone, path, value);
  await expect(phone.getByText(/^Saved at/)).toBeVisible();
  await phone.context().setOffline(true);
  await button(phone, 'Next').click();
  await expect(sectionHeading(phone, second.title)).toBeVisible();
  for (const [path, value] of second.answers) await answerField(phone, path, value);
  await expect(
    phone.getByText('Not saved yet because you’re offline. We’ll keep trying.').first(),
  ).toBeVisible();
  await phone.context().setOffline(false);
  await expect.poll(async () => (await readDraft(account))?.businessName).toBe(newClientForm.businessName);
  await phone.context().close();

  // Completes it on another device.
  const page = await openFormAs(client, { screen: 'phone', expectedErrors: [httpErrors] });
  await expect(sectionHeading(page, third.title)).toBeVisible();
  await page.goto('/secured-files?step=you');
  await expect(sectionHeading(page, first.title)).toBeVisible();
  await expect(inputOf(page, 'occupation')).toHaveValue(newClientForm.occupation);
  await fillForm(page, newClientForm);
  await submit(page);
  await expect(heading(page, `Annual Tax Form ${YEAR}`)).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(formHeading(page)).toHaveCount(0);
  const notice = await mailTo(OFFICE, (mail) => (mail.text ?? '').includes(account.id));
  expect(notice.subject).toBe(`Tax form ${YEAR}: Rosa Delgado Muñoz`);
  expect(notice.text).not.toMatch(/\d{3}-\d{2}-\d{4}/);

  // Answers the first checklist item.
  await button(page, 'Send it: Photo ID').click();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose from this device').click();
  await (await chooser).setFiles([pdf('Driver’s license.pdf')]);
  await expect(page.getByRole('button', { name: 'Change: Photo ID' })).toBeVisible();

  const { desk, returns } = await prepareAt(openBrowser, preparer, account.id, client);
  await mailed('We’re preparing your return');
  await takeStep(desk, 'Wait for documents', 'The 1099 of your second bank, please.');
  await page.goto('/account');
  await expect(heading(page, 'We need something else from you')).toBeVisible();
  expect((await mailed('We need something else for your return')).text).toContain('1099 of your second bank');
  await takeStep(desk, 'Start preparing');
  // Without a file there is nothing to review.
  await takeStep(desk, 'Send for review');
  await expect(returns.getByText('Choose the file for the client to review')).toBeVisible();
  await button(desk, 'Cancel').click();
  const one = { client, account, preparer, office: await accountOf(preparer) };
  await storeReturn(one, `Return ${YEAR}.pdf`, 'Refund 2,345');
  await button(desk, 'Send for review').click();
  await returns.getByRole('button', { name: /File to review/ }).click();
  await desk.getByRole('option', { name: new RegExp(`Return ${YEAR}\\.pdf`) }).click();
  await desk.locator('form').getByRole('button', { name: 'Send for review' }).click();
  await mailed('Your return is ready');

  await page.goto('/account');
  await link(page, 'Review my return').click();
  await button(page, 'Open my return').click();
  await expect(dialog(page, `Return ${YEAR}.pdf`)).toBeVisible();
  await button(page, 'Close').click();
  await field(page, 'Type your full name').fill('Rosa Delgado Muñoz');
  await button(page, 'Approve my return').click();
  await expect(heading(page, `Thank you for approving your ${YEAR} return`)).toBeVisible();
  await mailed('Thank you for approving your return');
  await mailTo(
    OFFICE,
    (mail) =>
      mail.subject === `Return ${YEAR} approved: Rosa Delgado Muñoz` &&
      (mail.text ?? '').includes(account.id),
  );

  await takeStep(desk, 'Request payment');
  await mailed('Your return is waiting for payment');
  await takeStep(desk, 'Mark as e-filed');
  await expect(returns.getByText('The fee has not been paid yet')).toBeVisible();
  await button(desk, 'Cancel').click();
  await button(desk, 'Record payment').click();
  await payInCash(desk, '450');
  await expect(returns.getByText(/^Paid:/)).toBeVisible();
  await takeStep(desk, 'Mark as e-filed');
  await mailed('Your return was filed');
  await takeStep(desk, 'Mark as accepted');
  await mailed('Your return was accepted');
  await page.goto('/account');
  await expect(heading(page, `Done: your ${YEAR} return was accepted`)).toBeVisible();

  // No question is left for the year.
  await page.goto('/secured-files');
  await expect(page.getByRole('link', { name: 'Print my answers' })).toBeVisible();
  await expect(heading(page, 'Documents we need')).toHaveCount(0);
  await expect(link(page, 'Resubmit form?')).toHaveCount(0);
});

/** The preparer reads the form, reveals a number, prints, and starts the return. */
async function prepareAt(
  openBrowser: OpenBrowser,
  preparer: Person,
  clientId: string,
  { firstName, lastName }: Person,
) {
  const { page: desk } = await openBrowser({ expectedErrors: [httpErrors] });
  await signIn(desk, preparer);
  await desk.goto(`/manage?client=${clientId}`);
  const name = `${firstName} ${lastName}`;
  await panel(desk, 'Form Manager').getByRole('link', { name }).click();
  const sheet = panel(desk, `Tax form ${YEAR}: ${name}`);
  await expect(sheet.getByText('***-**-6789')).toBeVisible();
  await button(desk, 'Show SSN or ITIN').click();
  await expect(sheet.getByText('123-45-6789')).toBeVisible();
  await desk.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await button(desk, 'Print').click();
  await expect(desk.locator('body[data-printed]')).toBeVisible();
  await button(desk, 'Back to files').click();

  const returns = panel(desk, 'Returns');
  await openReturn(desk);
  await takeStep(desk, 'Start preparing');
  await expect(button(desk, 'Send for review')).toBeVisible();
  return { desk, returns };
}
