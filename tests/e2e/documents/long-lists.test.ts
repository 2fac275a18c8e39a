import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../support/browser.ts';
import { row, seedFiles } from '../support/documents.ts';
import { focusedName, shownNames } from '../support/files-page.ts';
import { expect, test } from '../support/test.ts';

const MANY = 3000;

/** Mocks a folder of 3,000 files: pages of 1,000, sorted by name. */
async function pretendMany(page: Page): Promise<number[]> {
  const asked: number[] = [];
  const names = Array.from({ length: MANY }, (_, i) => `Receipt ${i + 1}.pdf`).sort();
  await page.route('**/rest/v1/rpc/list_folder', async (route) => {
    const from = names.indexOf(route.request().postDataJSON().after) + 1;
    asked.push(from);
    const rows = names.slice(from, from + 1000).map((name, i) => ({
      name,
      id: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}`,
      file_size: 1000 + Number(/\d+/.exec(name)?.[0]),
      file_type: 'application/pdf',
      uploaded_at: '2026-01-05T10:00:00.000Z',
      download_count: 0,
      sha256: null,
      uploaded_by: null,
      by_client: false,
      seen_at: null,
    }));
    await route.fulfill({ json: rows });
  });
  return asked;
}

for (const [screen, who, height] of [
  ['desktop', 'staff', 40],
  ['phone', 'client', 64],
] satisfies [Screen, 'client' | 'staff', number][]) {
  test(`shows 3,000 files in rows of ${height} px, and End jumps to the last (${screen}, ${who})`, {
    tag: '@size',
  }, async ({ openFilesAs }) => {
    const { page } = await openFilesAs(who, ['one.pdf'], { screen });
    const asked = await pretendMany(page);
    await page.reload();
    await expect(page.getByText(`Select All (${MANY} items)`)).toBeVisible();
    // A fetch is four pages in a row. The page fetches again when it subscribes to changes, and may drop the first.
    expect(asked).toContain(3000);
    for (const [i, from] of asked.entries())
      expect([0, ...asked.slice(0, i).map((at) => at + 1000)]).toContain(from);
    const heights = await page
      .getByRole('row')
      .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height));
    // A row and the line under it.
    for (const one of heights) expect(one).toBeGreaterThanOrEqual(height);
    for (const one of heights) expect(one).toBeLessThanOrEqual(height + 1);
    expect(heights.length).toBeLessThan(80);
    await expectNoSidewaysScroll(page);

    await row(page, 'Receipt 1.pdf').focus();
    await page.keyboard.press('End');
    await expect.poll(() => focusedName(page)).toBe(`Receipt ${MANY}.pdf`);
    // Type-ahead starts anew after a pause, which a busy machine makes between two keys. Space selects after it.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.type('receipt 1500');
      expect(await focusedName(page)).toBe('Receipt 1500.pdf');
    }).toPass({ intervals: [1_500] });
    await expect(page.getByText(/selected$/)).toHaveCount(0);
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(`${MANY} selected`)).toBeVisible();
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('Escape');
    await expect(page.getByText(/selected$/)).toHaveCount(0);

    // By scrolling.
    await page.getByRole('grid').evaluate((list) => list.scrollIntoView({ block: 'end' }));
    await expect(row(page, `Receipt ${MANY}.pdf`)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(row(page, 'Receipt 1.pdf')).toBeVisible();
  });
}

test('sorts by name, date, or size through columns or a menu, and keeps the order in the URL', {
  tag: '@details-client',
}, async ({ openFilesAs, openFiles }) => {
  const names = ['2024/x.pdf', 'b 10.pdf', 'b 9.pdf', 'a.txt'];
  const { page, account } = await openFiles(names);
  await seedFiles(account, ['newest.pdf']);
  await page.reload();
  const sortBy = async (label: string) => {
    await page.getByRole('button', { name: /^Sort by: / }).click();
    await page.getByRole('menuitemradio', { name: label }).click();
  };
  await expect(row(page, 'newest.pdf')).toBeVisible();
  expect(await shownNames(page)).toEqual(['2024', 'a.txt', 'b 9.pdf', 'b 10.pdf', 'newest.pdf']);
  await page.getByRole('button', { name: /^Sort by: / }).click();
  await expect(page.getByRole('menuitemradio').first()).toBeVisible();
  await expect(page.getByRole('menuitemradio')).toHaveText(
    ['Name, A to Z', 'Name, Z to A', 'Newest first', 'Oldest first', 'Largest first', 'Smallest first'],
    { useInnerText: true },
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sortBy('Newest first');
  await page.waitForURL('**?sort=-date');
  await expect.poll(() => shownNames(page)).toEqual(['2024', 'newest.pdf', 'a.txt', 'b 9.pdf', 'b 10.pdf']);
  await page.reload();
  await expect(row(page, 'newest.pdf')).toBeVisible();
  expect((await shownNames(page))[1]).toBe('newest.pdf');
  await sortBy('Smallest first');
  await expect.poll(async () => (await shownNames(page))[1]).toBe('a.txt');
  // The order stays when a folder is opened and closed, and adds no history entry.
  await row(page, '2024').click();
  await expect(row(page, 'x.pdf')).toBeVisible();
  expect(page.url()).toContain('sort=size');
  await page.goBack();
  await expect(row(page, 'a.txt')).toBeVisible();
  await sortBy('Name, A to Z');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  const { page: desk } = await openFilesAs('staff', names);
  await desk.getByRole('button', { name: 'Sort by name, ascending' }).click();
  await expect.poll(() => shownNames(desk)).toEqual(['2024', 'b 10.pdf', 'b 9.pdf', 'a.txt']);
  await desk.getByRole('button', { name: 'Sort by size' }).click();
  await expect(desk.getByRole('button', { name: 'Sort by size, descending' })).toBeVisible();
  await desk.waitForURL('**sort=-size');
  await expect.poll(async () => (await shownNames(desk)).at(-1)).toBe('a.txt');
});
