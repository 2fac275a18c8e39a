import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { accountOf, officeYear, row, seedFiles, storedPaths } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { expectFound, fullName, part, search, uniqueFirstName, users } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

test('merges two clients, and undoes it', async ({ openCase }) => {
  const { page, client, account } = await openCase('super');
  const other = await confirmedPerson(uniqueFirstName());
  const from = await accountOf(other);
  await seedFiles(from, ['1099.pdf']);
  const [stays, goes] = [fullName(client), fullName(other)];
  await page.getByRole('button', { name: 'Merge with another client...' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(other.email);
  await dialog.getByRole('button', { name: `Choose ${goes}` }).click();
  await expect(part(page, `Moves to ${stays}`).getByRole('listitem')).toHaveText(['1 file']);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`${goes} was merged into ${stays}.`)).toBeVisible();
  await expect(row(page, '1099.pdf')).toBeVisible();
  expect(await storedPaths({ ...from, id: account.id })).toEqual(['1099.pdf']);

  await page.getByRole('link', { name: `Open ${goes}` }).click();
  await page.getByRole('button', { name: 'Undo merge' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByText(`${goes} and ${stays} are two clients again.`)).toBeVisible();
  expect(await storedPaths(from)).toEqual(['1099.pdf']);
  expect(await storedPaths(account)).toEqual([]);
});

test('merges two clients after a preview, and undoes it (phone)', {
  tag: '@looks',
}, async ({ openCase }) => {
  const { page, client, account } = await openCase('super', { screen: 'phone' });
  const other = await confirmedPerson(uniqueFirstName());
  const from = await accountOf(other);
  await seedFiles(account, ['2025/W-2.pdf', 'mine.pdf']);
  await seedFiles(from, ['2025/W-2.pdf', '2025/1099.pdf']);
  await submitForm(account);
  await submitForm(from);
  const onTab = async (tab: 'Contact' | 'Files') => {
    const tabs = page.getByRole('navigation', { name: 'Parts of the case' });
    await tabs.getByRole('link', { name: tab, exact: true }).click();
  };
  const [stays, goes] = [fullName(client), fullName(other)];

  await onTab('Contact');
  const opener = page.getByRole('button', { name: 'Merge with another client...' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: `Merge ${stays} with another client` })).toBeVisible();
  // By keyboard alone.
  await expect(dialog.getByRole('searchbox', { name: 'Search for the other client' })).toBeFocused();
  await page.keyboard.type(other.email);
  const choose = dialog.getByRole('button', { name: `Choose ${goes}` });
  await expect(choose).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('searchbox')).toHaveValue('');
  await page.keyboard.type(other.email);
  await choose.focus();
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('heading', { name: `Merge ${stays} and ${goes}?` })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: stays })).toBeChecked();
  await expect(part(page, `Moves to ${stays}`).getByRole('listitem')).toHaveText([
    '2 files',
    '1 of them gets another name, because both have a file of that name',
  ]);
  await expect(part(page, `Stays with ${goes}, because both have one`).getByRole('listitem')).toHaveText([
    `Tax form ${officeYear()}`,
  ]);
  const people = part(page, `Who will see ${stays} afterwards`).getByRole('listitem');
  await expect(people.filter({ hasText: other.email })).toContainText('New access');
  await expect(people.filter({ hasText: client.email })).not.toContainText('New access');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The other way around, too.
  await dialog.getByRole('radio', { name: goes }).press('Space');
  await expect(part(page, `Moves to ${goes}`)).toBeVisible();
  await dialog.getByRole('radio', { name: stays }).press('Space');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();

  await expect(page.getByText(`${goes} was merged into ${stays}.`)).toBeVisible();
  const banner = page.getByText(new RegExp(`^Merged with ${goes} on `));
  await expect(banner).toBeVisible();
  await onTab('Files');
  await expect(row(page, 'mine.pdf')).toBeVisible();
  await row(page, '2025').click();
  await expect(row(page, '1099.pdf')).toBeVisible();
  await expect(row(page, 'W-2.pdf')).toBeVisible();
  await expect(page.getByText(/^W-2_[a-z0-9]{4}\.pdf$/)).toBeVisible();
  await expectAccessible(page);
  // Both logins see them.
  expect(await storedPaths({ ...from, id: account.id })).toHaveLength(4);

  await page.getByRole('link', { name: `Open ${goes}` }).click();
  await expect(page.getByText(new RegExp(`^Merged into ${stays} on `))).toBeVisible();
  await expect(part(page, 'Form Manager').getByRole('link', { name: goes })).toBeVisible();
  await expect(opener).toBeHidden();
  await expectAccessible(page);

  // Archived clients leave the list; the search for one finds where everything is now.
  await page.goto('/manage');
  await search(page, other.email);
  await expectFound(page, [client]);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'Archived' }).press('Space');
  await expectFound(page, [other]);
  expect(new URL(page.url()).searchParams.get('archived')).toBe('1');
  await expectAccessible(page);
  await users(page).getByRole('link', { name: goes }).click();

  await page.getByRole('button', { name: 'Undo merge' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading', { name: 'Undo this merge?' })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByText(`${goes} and ${stays} are two clients again.`)).toBeVisible();
  await expect(page.getByText(/^Merged into /)).toBeHidden();
  await expect(row(page, '2025')).toBeVisible();
  await row(page, '2025').click();
  await expect(row(page, 'W-2.pdf')).toBeVisible();
  expect(await storedPaths(from)).toEqual(['2025/1099.pdf', '2025/W-2.pdf']);
  expect(await storedPaths(account)).toEqual(['2025/W-2.pdf', 'mine.pdf']);
});

test('says why two clients can’t be merged', { tag: '@details-staff' }, async ({ openCase }) => {
  const { page } = await openCase();
  const other = await confirmedPerson(uniqueFirstName());
  const from = await accountOf(other);
  const { data } = await from.api.auth.getSession();
  const text = (value: string) => Buffer.from(value).toString('base64');
  const begun = await fetch(new URL('/storage/v1/upload/resumable', page.url()), {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${data.session?.access_token}`,
      'upload-length': '100000',
      'upload-metadata': `bucketName ${text('user-documents')},objectName ${text(`${from.id}/big.txt`)},contentType ${text('text/plain')}`,
    },
  });
  expect(begun.status).toBe(201);
  await page.getByRole('button', { name: 'Merge with another client...' }).click();
  await page.keyboard.type(other.email);
  await page.getByRole('button', { name: `Choose ${fullName(other)}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('These clients can’t be merged now')).toBeVisible();
  await expect(dialog.getByText(/isn’t finished. Try again when it’s done/)).toBeVisible();
  await expect(dialog.getByText(/Only a super user can merge these clients/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await expectAccessible(page);
  // The upload doesn't disturb the client who stays.
  await dialog.getByRole('radio', { name: fullName(other) }).press('Space');
  await expect(dialog.getByText(/isn’t finished. Try again when it’s done/)).toHaveCount(0);
  await expect(dialog.getByText(/Only a super user can merge these clients/)).toBeVisible();
});
