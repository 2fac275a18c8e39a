import type { Page } from '@playwright/test';
import { documentNamed } from '#tests/support/sample-documents.ts';
import { expectAccessible, expectNoSidewaysScroll, type Screen } from '../support/browser.ts';
import { act, row, select, upload } from '../support/documents.ts';
import { type Viewer, viewers } from '../support/files-page.ts';
import { expect, test } from '../support/test.ts';

const cases = (['desktop', 'phone'] as const).flatMap((screen) =>
  viewers.map((who): [Screen, Viewer] => [screen, who]),
);

const longName = `${'A letter that somebody scanned and gave a very long name, '.repeat(3)}page 1.pdf`;

/** A dialog on a phone waits for the on-screen keyboard before it appears. */
const settled = (page: Page) => expect(page.locator('[style*="opacity: 0"]')).toHaveCount(0);

async function expectGood(page: Page): Promise<void> {
  await settled(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

for (const [screen, who] of cases) {
  test(`every dialog and menu is accessible and fits the screen (${screen}, ${who})`, {
    tag: '@looks',
  }, async ({ openFilesAs }) => {
    const { page } = await openFilesAs(who, ['2024/W2s/x.pdf', 'a.pdf', longName], { screen });
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await expectGood(page);

    await page.getByRole('button', { name: 'Actions for a.pdf' }).click();
    await expect(page.getByRole('menuitem', { name: 'Preview' })).toBeVisible();
    await expectGood(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Create Folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible();
    await expectGood(page);
    await close();
    for (const [action, name, title] of [
      ['Rename', 'a.pdf', 'Rename File'],
      ['Rename', '2024', 'Rename Folder'],
      ['Move to Folder', 'a.pdf', 'Move to Folder'],
    ] as const) {
      await act(page, screen, action, name);
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await expectGood(page);
      await close();
    }
    await select(page, 'a.pdf');
    await expect(page.getByText('1 selected')).toBeVisible();
    await expectGood(page);
    await expect(page.getByRole('button', { name: 'Delete Selected' })).toHaveCount(who === 'staff' ? 1 : 0);
    if (who === 'staff') {
      await page.getByRole('button', { name: 'Delete Selected' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Delete 1 file?' })).toBeVisible();
      await expectGood(page);
      await page.keyboard.press('Escape');
    }
  });
}

for (const who of ['client', 'staff'] satisfies Viewer[]) {
  test(`an empty folder shows the upload button without scrolling on a phone (${who})`, {
    tag: '@looks',
  }, async ({ openFilesAs }) => {
    const { page } = await openFilesAs(who, [], { screen: 'phone' });
    const first = page.getByRole('button', { name: 'Upload Your First File' });
    await expect(first).toBeVisible();
    // The whole empty state scrolls into view above the bottom bar. The checklist above it may still arrive.
    await expect(async () => {
      await first.evaluate((button) => button.scrollIntoView({ block: 'nearest' }));
      const [button, dock] = [await first.boundingBox(), await page.locator('[data-dock]').boundingBox()];
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    }).toPass();
    // Directly above the bottom bar, and 44 px high.
    const buttonInDock = await page.getByRole('button', { name: 'Upload Files' }).boundingBox();
    expect(buttonInDock?.y).toBeGreaterThan(844 * 0.75);
    expect(buttonInDock?.height).toBeGreaterThanOrEqual(44);
    await expectGood(page);
  });
}

test('selection tools replace the upload button on a phone and do not cover the last row', {
  tag: '@details-client',
}, async ({ openFilesAs }) => {
  const { page } = await openFilesAs(
    'client',
    ['2024/', ...Array.from({ length: 12 }, (_, i) => `Paper ${i + 1}.pdf`)],
    {
      screen: 'phone',
    },
  );
  await expect(page.getByRole('button', { name: 'Upload Files' })).toBeVisible();
  await select(page, 'Paper 1.pdf');
  await expect(page.getByRole('button', { name: 'Download Selected' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Files' })).toBeHidden();
  await row(page, 'Paper 12.pdf').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Actions for Paper 12.pdf' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');
  // A press on a row now selects it, too; navigating clears the selection.
  await row(page, 'Paper 12.pdf').click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByText(/^Select All/).click();
  await expect(page.getByText('13 selected')).toBeVisible();
  await page.getByText(/^Select All/).click();
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  await row(page, '2024').click();
  await expect(page.getByText('No files yet')).toBeVisible();
  await page.goBack();
  await expect(row(page, '2024')).toBeVisible();
  await expect(page.getByText(/selected$/)).toHaveCount(0);
});

test('refreshes the list after an upload, and busy overlays name the operation', {
  tag: '@details-client',
}, async ({ openFilesAs }) => {
  const { page } = await openFilesAs('staff', ['2024/']);
  const overlay = page.locator('[data-busy]');
  /** Holds a request until the busy overlay shows this text. */
  const says = async (path: string, method: string, text: string) => {
    const said = Promise.withResolvers<void>();
    await page.route(
      path,
      async (route) => {
        if (route.request().method() !== method) return route.fallback();
        await said.promise;
        return route.continue();
      },
      { times: 1 },
    );
    return async () => {
      await expect(overlay.getByText(text, { exact: true })).toBeVisible();
      said.resolve();
      await expect(overlay).toHaveCount(0);
    };
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await upload(page, [await documentNamed('a.pdf'), await documentNamed('b.csv')]);
  await expect(page.getByText('Success! 2 file(s) uploaded for Rosa Delgado Muñoz')).toBeVisible();
  await expect(row(page, 'a.pdf').getByText('From the office')).toBeVisible();
  // What the office uploads is not new to it.
  await expect(row(page, 'a.pdf').getByText('NEW')).toHaveCount(0);

  const moving = await says('**/storage/v1/object/move', 'POST', 'Moving 1 of 2...');
  await select(page, 'a.pdf');
  await select(page, 'b.csv');
  await press('Move to Folder');
  await page.getByRole('option', { name: '2024' }).click();
  await press('Move');
  await moving();
  await expect(page.getByText('Items moved successfully')).toBeVisible();
  await expect(row(page, 'a.pdf')).toHaveCount(0);

  const creating = await says('**/storage/v1/object/user-documents/**', 'POST', 'Creating folder...');
  await press('Create Folder');
  await press('Create');
  await creating();
  const renaming = await says('**/storage/v1/object/move', 'POST', 'Renaming...');
  await act(page, 'desktop', 'Rename', '2024');
  await page.getByLabel('New name').fill('2020');
  await page.keyboard.press('Enter');
  await renaming();
  const deleting = await says('**/storage/v1/object/user-documents', 'DELETE', 'Deleting...');
  await act(page, 'desktop', 'Delete', '2020');
  await press('Delete 1 folder');
  await deleting();
  await expect(page.getByText('Folder 2020 and all its contents deleted successfully')).toBeVisible();
});
