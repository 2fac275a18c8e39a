import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { act, download, officeYear, pdf, photo, row, sha256, upload } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** The main path: from a new client's first look to the preparer who reads the same bytes. */
for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`a client's first documents reach the preparer (${screen})`, {
    tag: screen === 'phone' ? [] : '@looks',
  }, async ({ openBrowser }) => {
    const client = await confirmedPerson('Rosa');
    const statement = pdf('W-2 Año 2025 (copy #2) 100%.pdf');
    const picture = photo('IMG_4032.jpeg', 20_000);

    const { page } = await openBrowser({ screen });
    await signIn(page, client);
    await page.goto('/secured-files');
    await expect(page.getByRole('heading', { level: 1, name: "Rosa's Secured Files" })).toBeVisible();
    for (const text of ['Secured File Portal', 'Upload Tax Documents', 'Bank-Level Security']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    // The tax form comes first and can be skipped.
    await expect(page.getByRole('heading', { name: /^Yearly Questions/ })).toBeVisible();
    await page.getByRole('button', { name: 'Go to my files' }).click();
    await page.getByRole('button', { name: 'Maybe Later' }).click();
    await expect(page.getByText('No files yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload Your First File' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Success! Folder created')).toBeVisible();
    const year = String(officeYear());
    await row(page, year).click();
    await page.waitForURL(`**/secured-files?*folder=${year}`);
    await expect(page.getByText('No files yet')).toBeVisible();

    await upload(page, [statement, picture]);
    await expect(page.getByText('Success! 2 file(s) uploaded')).toBeVisible();
    await page.getByRole('dialog', { name: 'Name Your Image' }).getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Not Now' }).click();
    await expect(row(page, statement.name).getByText('NEW')).toBeVisible();
    await expect(row(page, picture.name).getByText('19.53 KB')).toBeVisible();
    await expect(row(page, picture.name).getByText('NEW')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const preparer = await confirmedPerson('Sam');
    await giveRole(preparer.email, 'admin');
    const { page: desk } = await openBrowser({ screen });
    await signIn(desk, preparer);
    await desk.goto('/manage');
    await expect(desk.getByRole('heading', { level: 1, name: 'File Management Dashboard' })).toBeVisible();
    await desk.getByPlaceholder('Search by name or email...').fill(client.email.toUpperCase());
    await expect(desk.getByText(/^Showing 1 of [\d,]+ users$/)).toBeVisible();
    await expectAccessible(desk);
    await expectNoSidewaysScroll(desk);
    await desk.getByRole('link', { name: `${client.firstName} ${client.lastName}` }).click();
    await expect(
      desk.getByRole('heading', { name: `Managing files for ${client.firstName} ${client.lastName}` }),
    ).toBeVisible();
    await row(desk, year).click();
    await expect(row(desk, statement.name)).toBeVisible();
    await expectAccessible(desk);
    await expectNoSidewaysScroll(desk);
    for (const sent of [statement, picture]) {
      const received = await download(desk, () => act(desk, screen, 'Download', sent.name));
      expect(received.name).toBe(sent.name);
      expect(sha256(received.bytes)).toBe(sha256(sent.buffer));
      // The client's page shows it.
      await expect(row(page, sent.name).getByText('NEW')).toHaveCount(0);
    }
  });
}
