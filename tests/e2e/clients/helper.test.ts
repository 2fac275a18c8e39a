import type { Page } from '@playwright/test';
import type { Screen } from '../support/browser.ts';
import { createReturn, storeReturn } from '../support/case.ts';
import { pdf, row, seedFiles, storedPaths, upload } from '../support/documents.ts';
import { button, expectGoodScreen, heading, httpErrors, link, signInAs } from '../support/sign-in.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';
import { addMember, clerk, someone } from './members.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Client', exact: true });
const alert = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

async function motherAndDaughter(rights = ['see', 'upload', 'answer']) {
  const [mother, daughter, office] = await Promise.all([
    someone('Rosa', 'Diaz'),
    someone('Ana', 'Diaz'),
    clerk('super'),
  ]);
  await addMember(office, { client: mother.account.id, member: daughter.account.id, rights });
  return { mother, daughter, office };
}

for (const screen of ['phone', 'desktop'] satisfies Screen[]) {
  test(`a daughter works for her mother, until the mother ends it, on a ${screen}`, {
    tag: screen === 'phone' ? [] : '@looks',
  }, async ({ openBrowser }) => {
    const { mother, daughter } = await motherAndDaughter();
    const { page } = await openBrowser({ screen, expectedErrors: [httpErrors] });
    await signInAs(page, daughter.account);
    await page.goto('/account');

    // Her own account first, and one press to her mother's.
    await expect(line(page)).toContainText('Your own account');
    await expect(heading(page, 'Welcome, Ana')).toBeVisible();
    await button(page, 'Switch client').click();
    await page.getByRole('menuitemradio', { name: /Rosa Diaz/ }).click();
    await expect(line(page)).toContainText('You are working for Rosa Diaz');
    await expect(heading(page, 'Account of Rosa Diaz')).toBeVisible();
    await expect(page).toHaveURL(`/account?client=${mother.account.id}`);
    await expect(heading(page, 'Your access')).toBeVisible();
    // Nothing of her own account.
    await expect(heading(page, 'Account information')).toHaveCount(0);
    await expectGoodScreen(page);

    // Every link keeps the client.
    await link(page, 'Upload Tax Papers W‑2s, 1099s, IDs, and other documents.').click();
    await expect(heading(page, "Rosa Diaz's Secured Files")).toBeVisible();
    expect(new URL(page.url()).searchParams.get('client')).toBe(mother.account.id);
    await upload(page, [pdf('w2.pdf')]);
    await expect(page.getByText('Success! 1 file(s) uploaded for Rosa Diaz')).toBeVisible();
    await expect(row(page, 'w2.pdf')).toBeVisible();
    expect(await storedPaths(mother.account)).toEqual(['w2.pdf']);
    expect(await storedPaths(daughter.account)).toEqual([]);
    await button(page, 'Not Now').click();
    await expectGoodScreen(page);

    // The mother sees who has access.
    const { page: hers } = await openBrowser({ screen, expectedErrors: [httpErrors] });
    await signInAs(hers, mother.account);
    await hers.goto('/account');
    const people = hers.getByRole('region', { name: 'People with access' });
    await expect(people).toContainText(
      'Ana DiazHelperSee everything. Upload and sort documents. Fill out the tax form and the document list.',
    );
    await expect(line(hers)).toHaveCount(0);
    await button(hers, 'End access: Ana Diaz').click();
    await expect(alert(hers, 'End the access of Ana Diaz?')).toBeVisible();
    await expectGoodScreen(hers);
    await alert(hers, 'End the access of Ana Diaz?').getByRole('button', { name: 'End access' }).click();
    await expect(hers.getByText('Ana Diaz no longer has access.')).toBeVisible();
    await expect(people.getByRole('listitem').filter({ hasText: 'Ana Diaz' })).toHaveCount(0);
    await expect(heading(hers, 'People with access')).toBeFocused();
    await expectGoodScreen(hers);

    // The daughter's next action says so, and shows no more documents.
    await upload(page, [pdf('late.pdf')]);
    await expect(heading(page, 'Your access to Rosa Diaz has ended')).toBeVisible();
    await expect(page.getByText('w2.pdf')).toHaveCount(0);
    await expectGoodScreen(page);
    expect(await storedPaths(mother.account)).toEqual(['w2.pdf']);
    await link(page, 'Go to my own account').click();
    await expect(heading(page, 'Welcome, Ana')).toBeVisible();
    await expect(page).toHaveURL('/account');
    await expect(button(page, 'Switch client')).toHaveCount(0);
  });
}

test('a helper fills out the form of another client, beside an own one', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { mother, daughter } = await motherAndDaughter();
  const { page } = await openBrowser();
  await signInAs(page, daughter.account);
  await page.goto(`/secured-files?client=${mother.account.id}&form=open`);
  const lastName = page.locator('#q-lastName');
  // Nothing of the daughter's own profile is in a blank form.
  await expect(lastName).toHaveValue('');
  await lastName.fill('Diaz de Rosa');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to your own' }).click();
  await expect(heading(page, 'Ana\u0027s Secured Files')).toBeVisible();
  await expect(page.locator('#q-lastName')).toHaveValue('Diaz');

  const drafts = await mother.account.api.from('tax_form_drafts').select('user_id, form_data');
  expect(drafts.data).toMatchObject([
    { user_id: mother.account.id, form_data: { lastName: 'Diaz de Rosa' } },
  ]);
});

test('an unknown client, and one of others, is refused with a way back', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const [stranger, ana] = await Promise.all([someone('Rosa', 'Diaz'), someone('Ana', 'Diaz')]);
  const { page } = await openBrowser();
  await signInAs(page, ana.account);
  for (const path of ['/account', '/secured-files', '/account/returns/1']) {
    for (const client of [stranger.account.id, 'nobody']) {
      await page.goto(`${path}?client=${client}`);
      await expect(heading(page, 'You can’t open this client’s pages')).toBeVisible();
    }
  }
  await expectGoodScreen(page);
  await link(page, 'Go to my own account').click();
  await expect(heading(page, 'Welcome, Ana')).toBeVisible();
});

test('the login returns to the client', { tag: '@details-client' }, async ({ openBrowser }) => {
  const { mother, daughter } = await motherAndDaughter();
  const { page } = await openBrowser();
  await page.goto(`/secured-files?client=${mother.account.id}&bypass=true`);
  await page.waitForURL('**/login');
  await page.getByLabel('Email', { exact: true }).fill(daughter.person.email);
  await page.getByLabel('Password', { exact: true }).fill(daughter.person.password);
  await button(page, 'Log in').click();
  await expect(heading(page, "Rosa Diaz's Secured Files")).toBeVisible();
});

for (const screen of ['phone', 'desktop'] satisfies Screen[]) {
  test(`a bookkeeper sees the documents and the return of a company, and approves nothing, on a ${screen}`, {
    tag: '@details-client',
  }, async ({ openBrowser }) => {
    const [owner, bookkeeper, office] = await Promise.all([
      someone('Olga', 'Owner'),
      someone('Bob', 'Books'),
      clerk('super'),
    ]);
    const company = crypto.randomUUID();
    const { error } = await office.api.rpc('save_client', {
      client_id: company,
      kind: 'business',
      first_name: '',
      last_name: 'Bakery of the Seven Hills and Daughters Limited Liability Company',
    });
    if (error) throw error;
    await addMember(office, {
      client: company,
      member: owner.account.id,
      relation: 'owner',
      rights: ['see', 'upload', 'answer', 'sign', 'manage'],
    });
    await addMember(office, { client: company, member: bookkeeper.account.id, rights: ['see', 'upload'] });
    const of = { account: { ...owner.account, id: company }, office };
    const file = await storeReturn(of, 'Return.pdf', 'Refund 1,200');
    const id = await createReturn(of, ['documents_received', 'in_preparation', 'ready_for_review'].slice(1), {
      documentId: file,
      kind: 'business',
    });

    const { page } = await openBrowser({ screen, expectedErrors: [httpErrors] });
    await signInAs(page, bookkeeper.account);
    await page.goto(`/secured-files?client=${company}`);
    await expect(line(page)).toContainText('You are working for Bakery of the Seven Hills');
    await expect(line(page)).toContainText('Limited Liability Company (Business)');
    await expect(row(page, 'Return.pdf')).toBeVisible();
    await expect(button(page, 'Upload Files')).toBeVisible();
    // Can't answer: neither the form nor the list.
    await expect(link(page, 'Submit Now')).toHaveCount(0);
    await expectGoodScreen(page);
    await page.goto(`/account?client=${company}`);
    await expect(
      heading(page, 'Waiting for Bakery of the Seven Hills and Daughters Limited Liability Company'),
    ).toBeVisible();
    await expectGoodScreen(page);
    await link(page, 'Read the return').click();
    await expect(page).toHaveURL(`/account/returns/${id}?client=${company}`);
    await expect(button(page, 'Open my return')).toBeVisible();
    await expect(page.getByText('It’s ready. You can read it, but not approve it.')).toBeVisible();
    await expect(button(page, 'Approve my return')).toHaveCount(0);
    await expectGoodScreen(page);

    const { page: hers } = await openBrowser({ screen });
    await signInAs(hers, owner.account);
    await hers.goto(`/account/returns/${id}?client=${company}`);
    await expect(button(hers, 'Approve my return')).toBeVisible();
    await hers.goto(`/account?client=${company}`);
    await expect(hers.getByRole('region', { name: 'People with access' })).toContainText('Bob Books');
    await expectGoodScreen(hers);

    // The owner ends it, and the next thing that the bookkeeper does is refused.
    await button(hers, 'End access: Bob Books').click();
    await alert(hers, 'End the access of Bob Books?').getByRole('button', { name: 'End access' }).click();
    await expect(hers.getByText('Bob Books no longer has access.')).toBeVisible();
    await page.goto(`/secured-files?client=${company}`);
    await expect(page.getByText('Return.pdf')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /^Your access to Bakery .* has ended$/ })).toBeVisible();
  });
}

test('who only sees changes nothing, and of past years nothing else', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { mother, daughter, office } = await motherAndDaughter(['see']);
  await submitForm(mother.account);
  await seedFiles(mother.account, ['w2.pdf', '2024/']);
  const { page } = await openBrowser();
  await signInAs(page, daughter.account);
  await page.goto(`/secured-files?client=${mother.account.id}`);
  await expect(row(page, 'w2.pdf')).toBeVisible();
  for (const name of ['Upload Files', 'Create Folder', 'Rename w2.pdf', 'Delete w2.pdf']) {
    await expect(button(page, name)).toHaveCount(0);
  }
  await expect(button(page, 'Download w2.pdf')).toBeVisible();
  await row(page, 'w2.pdf').focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('You can see this list, but not answer it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send it/ })).toHaveCount(0);
  // The form as the copy, with masked numbers.
  await page.goto(`/secured-files?client=${mother.account.id}&form=open`);
  await expect(page.getByText('***-**-6789')).toBeVisible();
  await expect(button(page, 'Show Social Security and bank numbers')).toHaveCount(0);

  await addMember(office, {
    client: mother.account.id,
    member: daughter.account.id,
    relation: 'spouse',
    rights: ['see'],
    last_year: 2024,
  });
  await page.goto(`/secured-files?client=${mother.account.id}`);
  await expect(page.getByText(/^You see what is from 2024 or earlier/)).toBeVisible();
  await expect(page.getByText('No files yet')).toBeVisible();
  await expect(heading(page, 'Documents we need')).toHaveCount(0);
  await expectGoodScreen(page);
  await page.goto(`/account?client=${mother.account.id}`);
  await expect(page.getByText(/^You see what is from 2024 or earlier/)).toBeVisible();
  await button(page, 'Leave').click();
  await alert(page, 'Leave the account of Rosa Diaz?').getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page, 'Welcome, Ana')).toBeVisible();
  await expect(page.getByText('You no longer have access to the account of Rosa Diaz.')).toBeVisible();
  await expect(button(page, 'Switch client')).toHaveCount(0);
});
