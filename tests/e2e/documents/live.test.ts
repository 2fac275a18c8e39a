import type { Page } from '@playwright/test';
import { giveRole } from '../support/database.ts';
import { accountOf, pdf, row, upload } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/**
 * Two people look at the same files. Neither page reloads, and neither polls, as its requests show. Console errors
 * fail the test.
 */
test('client and preparer see each other’s changes live', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const client = await confirmedPerson('Rosa');
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const { id } = await accountOf(client);

  const { page: home } = await openBrowser();
  await signIn(home, client);
  const { page: desk } = await openBrowser();
  await signIn(desk, preparer);

  const lists: string[] = [];
  const sockets: string[] = [];
  home.on('request', (request) => {
    if (request.url().includes('/rest/v1/rpc/list_folder')) lists.push(request.url());
  });
  home.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await openWithRealtime(home, '/secured-files?bypass=true');
  await openWithRealtime(desk, `/manage?client=${id}`);
  for (const page of [home, desk]) {
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  }

  const fromOffice = pdf('Engagement letter.pdf');
  await upload(desk, [fromOffice]);
  await expect(row(home, fromOffice.name)).toBeVisible();

  const fromHome = pdf('W-2 from Rosa.pdf');
  await upload(home, [fromHome]);
  await expect(row(desk, fromHome.name)).toBeVisible();

  // Renames and deletes through the API, as the office's mobile apps do.
  const office = await accountOf(preparer);
  const documents = office.api.storage.from('user-documents');
  expect((await documents.move(`${id}/${fromHome.name}`, `${id}/Wages.pdf`)).error).toBeNull();
  await expect(row(home, 'Wages.pdf')).toBeVisible();
  await expect(row(home, fromHome.name)).toHaveCount(0);
  const { error } = await documents.remove([`${id}/Wages.pdf`]);
  expect(error).toBeNull();
  await expect(row(home, 'Wages.pdf')).toHaveCount(0);

  for (const page of [home, desk]) {
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
  }
  expect(sockets).toEqual(['/realtime/v1/websocket']);
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.length).toBeLessThan(40);
});

/** Opens a person's empty folder and waits for the realtime subscription. */
async function openWithRealtime(page: Page, path: string): Promise<void> {
  const listens = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('Subscribed to PostgreSQL'),
      ),
    );
  await Promise.all([page.goto(path), listens]);
  await expect(page.getByText('No files yet')).toBeVisible();
}
