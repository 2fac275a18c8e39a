import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { documentNamed } from '#tests/support/sample-documents.ts';
import { row, select, storedPaths } from '../support/documents.ts';
import { focusedName, shownNames, viewers } from '../support/files-page.ts';
import { expect, test } from '../support/test.ts';

/** Files and folders on the device. */
async function onDesktop(paths: string[]): Promise<string> {
  const folder = test.info().outputPath('desktop');
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), (await documentNamed(path)).buffer);
  }
  return folder;
}

/** Drags files from the desktop over a point and drops them on demand. Needs the DevTools protocol. */
async function dragFrom(page: Page, files: string[], x: number, y: number) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  return () => session.send('Input.dispatchDragEvent', { type: 'drop', x, y, data });
}

async function centreOf(page: Page, name: string): Promise<[number, number]> {
  await row(page, name).scrollIntoViewIfNeeded();
  const box = await row(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Folders' }).getByText(name, { exact: true });

for (const who of viewers) {
  test(`drags rows onto folders and breadcrumbs (${who})`, { tag: '@details-client' }, async ({
    openFilesAs,
  }) => {
    const { page, account } = await openFilesAs(who, ['2023/', '2024/W2s/x.pdf', 'a.pdf', 'b.pdf', 'c.pdf']);
    // What is above the list loads after it, and moves it.
    await page.waitForLoadState('networkidle');
    await row(page, 'a.pdf').dragTo(row(page, '2024'));
    await expect(row(page, 'a.pdf')).toHaveCount(0);
    // The whole selection moves; a file is not a drop target.
    await select(page, 'b.pdf');
    await select(page, '2023');
    await row(page, 'b.pdf').dragTo(row(page, 'c.pdf'));
    await row(page, 'b.pdf').dragTo(row(page, '2024'));
    await expect(row(page, 'b.pdf')).toHaveCount(0);
    expect(await shownNames(page)).toEqual(['2024', 'c.pdf']);

    await row(page, '2024').click();
    await page.waitForURL('**folder=2024');
    await row(page, 'a.pdf').dragTo(step(page, 'Home'));
    await expect(row(page, 'a.pdf')).toHaveCount(0);
    expect(await storedPaths(account)).toEqual(['2024/W2s/x.pdf', '2024/b.pdf', 'a.pdf', 'c.pdf']);
  });
}

test('moves rows by keyboard with the drag handle, and tabs to the breadcrumbs', {
  tag: '@details-client',
}, async ({ openFiles }) => {
  const { page, account } = await openFiles(['2024/W2s/x.pdf', '2024/a.pdf', '2024/b.pdf']);
  await row(page, '2024').click();
  await page.waitForURL('**folder=2024');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focusIs = (name: string) => expect.poll(() => focusedName(page)).toBe(name);
  await page.getByRole('button', { name: 'Drag a.pdf' }).focus();
  await press('Enter');
  await focusIs('Drop on W2s');
  await press('Tab');
  await focusIs('Home');
  await press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=row]') !== null))
    .toBe(true);
  await page.getByRole('button', { name: 'Drag a.pdf' }).focus();
  await press('Enter');
  await focusIs('Drop on W2s');
  await press('Enter');
  await expect(page.getByText('Items moved successfully')).toBeVisible();
  await expect(row(page, 'a.pdf')).toHaveCount(0);
  await page.getByRole('button', { name: 'Drag b.pdf' }).focus();
  await press('Enter');
  await focusIs('Drop on W2s');
  await press('Tab');
  await focusIs('Home');
  await press('Enter');
  await expect(row(page, 'b.pdf')).toHaveCount(0);
  expect(await storedPaths(account)).toEqual(['2024/W2s/a.pdf', '2024/W2s/x.pdf', 'b.pdf']);
});

test('uploads dropped files and folders into the drop target', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const desktop = await onDesktop(['one.pdf', 'two.pdf', 'Taxes/three.pdf', 'Taxes/deep/er/four.csv']);
  const { page, account } = await openFiles([]);
  const frame = page.getByRole('region', { name: 'Files' });
  const uploaded = (count: number) => page.getByText(`Success! ${count} file(s) uploaded`).first().waitFor();

  // In an empty folder.
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  if (!box) throw new Error('no frame');
  const dropFirst = await dragFrom(page, [join(desktop, 'Taxes')], box.x + 40, box.y + 40);
  await expect(page.getByText('Drop to upload to Home')).toBeVisible();
  await dropFirst();
  await uploaded(2);
  await expect(row(page, 'Taxes')).toBeVisible();
  await expect(page.getByText('Drop to upload to Home')).toHaveCount(0);
  expect(await storedPaths(account)).toEqual(['Taxes/deep/er/four.csv', 'Taxes/three.pdf']);

  // Onto a folder in the list.
  const onFolder = await dragFrom(page, [join(desktop, 'one.pdf')], ...(await centreOf(page, 'Taxes')));
  await onFolder();
  await uploaded(1);
  await expect.poll(() => storedPaths(account)).toContain('Taxes/one.pdf');

  // Onto the list itself.
  await row(page, 'Taxes').click();
  await page.waitForURL('**folder=Taxes');
  const onList = await dragFrom(page, [join(desktop, 'two.pdf')], ...(await centreOf(page, 'three.pdf')));
  await expect(page.getByText('Drop to upload to Taxes')).toBeVisible();
  await onList();
  await expect(row(page, 'two.pdf')).toBeVisible();
  expect(await storedPaths(account)).toContain('Taxes/two.pdf');
});
