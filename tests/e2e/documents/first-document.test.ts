import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, openBrowser, type Screen } from '../support/browser.ts';
import { act, download, officeYear, pdf, photo, row, sha256, upload } from '../support/documents.ts';
import { giveRole } from '../support/house-database.ts';
import { confirmedPerson, fillSignUp, logIn, newPerson } from '../support/people.ts';
import { linkIn, mailTo } from '../support/started-portal.ts';

/** The path that everything stands on: from a stranger's first click to the preparer who reads the same bytes. */
test.each<Screen>(['desktop', 'phone'])(
  "a client's first documents reach the preparer (%s)",
  async (screen) => {
    const client = newPerson('Rosa');
    const statement = pdf('W-2 Año 2025 (copy #2) 100%.pdf');
    const picture = photo('IMG_4032.jpeg');

    const { page: stranger } = await openBrowser({ screen });
    await stranger.goto('/signup');
    await fillSignUp(stranger, client);
    await stranger.getByRole('button', { name: 'Create my account' }).click();
    await stranger.waitForURL('**/confirm-email');
    await stranger.goto(linkIn(await mailTo(client.email)));
    await stranger.getByRole('heading', { name: 'Email Confirmed' }).waitFor();

    const { page } = await openBrowser({ screen });
    await logIn(page, client);
    await page.goto('/secured-files');
    await page.getByRole('heading', { level: 1, name: "Rosa's Secured Files" }).waitFor();
    for (const text of ['Secured File Portal', 'Upload Tax Documents', 'Bank-Level Security']) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    // The yearly form comes first, and can wait.
    await page.getByRole('heading', { name: /^Yearly Questions/ }).waitFor();
    await page.getByRole('button', { name: 'Go to my files' }).click();
    await page.getByRole('button', { name: 'Maybe Later' }).click();
    await page.getByText('No files yet').waitFor();
    await page.getByRole('button', { name: 'Upload Your First File' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Create Folder' }).click();
    await page.getByRole('dialog', { name: 'Create New Folder' }).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Success! Folder created').waitFor();
    const year = String(officeYear());
    await row(page, year).click();
    await page.waitForURL(`**/secured-files?*folder=${year}`);
    await page.getByText('No files yet').waitFor();

    await upload(page, [statement, picture]);
    await page.getByText('Success! 2 file(s) uploaded').waitFor();
    await page.getByRole('dialog', { name: 'Name Your Image' }).getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Not Now' }).click();
    await row(page, statement.name).getByText('NEW').waitFor();
    await row(page, picture.name).getByText('1.91 MB').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const preparer = await confirmedPerson('Sam');
    await giveRole(preparer.email, 'admin');
    const { page: desk } = await openBrowser({ screen });
    await logIn(desk, preparer);
    await desk.goto('/manage');
    await desk.getByRole('heading', { level: 1, name: 'File Management Dashboard' }).waitFor();
    await desk.getByPlaceholder('Search by name or email...').fill(client.email.toUpperCase());
    await desk.getByText(/^Showing 1 of \d+ users$/).waitFor();
    await expectAccessible(desk);
    await expectNoSidewaysScroll(desk);
    await desk.getByRole('link', { name: `${client.firstName} ${client.lastName}` }).click();
    await desk
      .getByRole('heading', { name: `Managing files for ${client.firstName} ${client.lastName}` })
      .waitFor();
    await row(desk, year).click();
    await row(desk, statement.name).waitFor();
    await expectAccessible(desk);
    await expectNoSidewaysScroll(desk);
    for (const sent of [statement, picture]) {
      const received = await download(desk, () => act(desk, screen, 'Download', sent.name));
      expect(received.name).toBe(sent.name);
      expect(sha256(received.bytes)).toBe(sha256(sent.buffer));
    }
  },
);
