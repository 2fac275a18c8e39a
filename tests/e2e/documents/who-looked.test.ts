import type { Page } from '@playwright/test';
import { screens, tabTo } from '../support/browser.ts';
import { giveRole } from '../support/database.ts';
import { type Account, accountOf, seedFiles } from '../support/documents.ts';
import { confirmedPerson, type Person } from '../support/people.ts';
import { button, expectGoodScreen, heading, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const BUCKET = 'user-documents';
const SECTION = 'Who has looked at your files';

async function preparer(): Promise<Account> {
  const person = await confirmedPerson('Dana');
  await giveRole(person.email, 'admin');
  return accountOf(person);
}

async function openVisits(page: Page, person: Person) {
  await signIn(page, person);
  await page.goto('/account');
  await expect(heading(page, SECTION)).toBeVisible();
  return page.getByRole('region', { name: SECTION });
}

/** Downloads through a signed link, as the office's pages do. */
async function look({ api }: Account, key: string, options?: { download: true }): Promise<void> {
  const { data, error } = await api.storage.from(BUCKET).createSignedUrl(key, 60, options);
  if (error) throw error;
  expect((await fetch(data.signedUrl)).status).toBe(200);
}

for (const screen of Object.keys(screens) as (keyof typeof screens)[]) {
  test(`tells a client that no file was viewed yet, and leaves out their own actions (${screen})`, {
    tag: '@details-client',
  }, async ({ openBrowser }) => {
    const person = await confirmedPerson();
    const account = await accountOf(person);
    await seedFiles(account, ['mine.pdf']);
    await look(account, `${account.id}/mine.pdf`, { download: true });
    const { page } = await openBrowser({ screen });
    const section = await openVisits(page, person);
    await expect(
      section.getByText('No one yet. When someone from our office opens', { exact: false }),
    ).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(0);
    await expectGoodScreen(page);
  });
}

test('shows a client the office’s actions newest first, and loads more by keyboard', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const person = await confirmedPerson();
  const client = await accountOf(person);
  await seedFiles(client, ['2025/W-2 Harbor Bakery.pdf', 'old/1.pdf', 'old/2.pdf', 'wrong.pdf']);
  const dana = await preparer();
  const files = dana.api.storage.from(BUCKET);
  const key = (path: string) => `${client.id}/${path}`;
  const w2 = key('2025/W-2 Harbor Bakery.pdf');
  await look(dana, w2);
  await look(dana, w2);
  await look(dana, w2, { download: true });
  for (const [from, to] of [
    ['wrong.pdf', '1099 Elm Bank.pdf'],
    ['1099 Elm Bank.pdf', '2025/1099 Elm Bank.pdf'],
    ['old', '2024'],
  ] as const) {
    expect((await files.move(key(from), key(to))).error).toBeNull();
  }
  const { data: removed } = await files.remove([key('2024/2.pdf')]);
  const deleted = (removed?.[0] as { id?: string } | undefined)?.id;
  expect((await dana.api.rpc('restore_documents', { document_ids: [deleted] })).error).toBeNull();

  const { page } = await openBrowser({ screen: 'phone' });
  const section = await openVisits(page, person);
  const rows = section.getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const dates = / · [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2}\s[AP]M$/;
  const read = async () => (await rows.allTextContents()).map((text) => text.replace(dates, ''));
  const name = 'Dana Delgado Mu\u00f1oz';
  const told = [
    `${name} restored 2.pdf`,
    `${name} deleted 2.pdf`,
    `${name} renamed the folder old to 2024`,
    `${name} moved 1099 Elm Bank.pdf to 2025`,
    `${name} renamed wrong.pdf to 1099 Elm Bank.pdf`,
    `${name} downloaded W-2 Harbor Bakery.pdf`,
    `${name} opened W-2 Harbor Bakery.pdf`,
  ];
  expect(await read()).toEqual(told.slice(0, 5));
  await expectGoodScreen(page);

  await tabTo(page, section.getByRole('button', { name: 'Show more' }), 80);
  await page.keyboard.press('Enter');
  await expect(rows.nth(6)).toBeVisible();
  expect(await read()).toEqual(told);
  await expect(button(page, 'Show more')).toHaveCount(0);
  // Focus moves to the first new entry.
  await expect(page.locator(':focus')).toContainText(told[5] ?? '');
  await expectGoodScreen(page);
});
