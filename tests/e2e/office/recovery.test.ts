import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { portal } from '../support/portal.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';

/** The words on the recovery sheet that the first start wrote. */
async function wordsOfTheSheet(): Promise<string[]> {
  const page = await readFile(join(portal.dataDir, 'recovery-sheet.html'), 'utf8');
  return [...page.matchAll(/<li><b>(\w+)<\/b>/g)].map(([, word]) => word ?? '');
}

test('confirming the recovery sheet removes the reminder', async ({ openStaffPage }) => {
  const words = await wordsOfTheSheet();
  const { page } = await openStaffPage('/manage/office/recovery', 'super', {
    screen: 'phone',
    expectedErrors: [/Failed to load resource/],
  });
  const sheet = part(page, 'Recovery sheet');
  const confirm = sheet.getByRole('button', { name: 'Confirm the sheet' });
  await expect(confirm).toBeVisible();
  // Words of the page may be words of the sheet, too.
  const shownWords = async () => {
    const html = (await page.locator('main').innerHTML()).toLowerCase();
    return words.filter((word) => html.includes(`>${word}<`));
  };
  const shownBefore = await shownWords();
  const fields = await sheet.getByRole('textbox').all();
  expect(fields).toHaveLength(2);
  await confirm.click();
  await expect(sheet.getByText('Type this word').first()).toBeVisible();
  const labels = await sheet.getByText(/^Word \d+$/).allTextContents();
  const asked = labels.map((label) => words[Number(label.replace('Word ', '')) - 1] ?? '');
  await fields[0]?.fill(asked[0] ?? '');
  await fields[1]?.fill('zzzz');
  await confirm.click();
  await expect(sheet.getByText('At least one word doesn’t match the sheet.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await fields[1]?.fill(asked[1] ?? '');
  await confirm.click();
  await expect(sheet.getByText(/^Sam .+ confirmed it on/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(sheet.getByText(/^Sam .+ confirmed it on/)).toBeVisible();
  expect(await shownWords()).toEqual(shownBefore);
  await runSql('delete from nutmeg.recovery_sheets');
});
