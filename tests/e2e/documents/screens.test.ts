import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { documentNamed } from '#tests/support/sample-documents.ts';
import { expectAccessible, expectNoSidewaysScroll, looks, type Screen } from '../support/browser.ts';
import { act, row, select, upload } from '../support/documents.ts';
import { type Visitor, visitAs, visitors } from '../support/files-visit.ts';

const cases = looks.flatMap(([screen, colorScheme]) =>
  visitors.map((who): [Screen, Visitor, 'light' | 'dark'] => [screen, who, colorScheme]),
);

const longName = `${'A letter that somebody scanned and gave a very long name, '.repeat(3)}page 1.pdf`;

/** Whatever appears does so at once, but a phone's dialog waits for the keyboard to come. */
const settled = (page: Page) => page.waitForFunction(() => !document.querySelector('[style*="opacity: 0"]'));

async function expectGood(page: Page): Promise<void> {
  await settled(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test.each(cases)(
  'every dialog and menu is accessible and fits (%s, %s, %s)',
  async (screen, who, colorScheme) => {
    const { page } = await visitAs(who, ['2024/W2s/x.pdf', 'a.pdf', longName], { screen, colorScheme });
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await expectGood(page);

    await page.getByRole('button', { name: 'Actions for a.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Preview' }).waitFor();
    await expectGood(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Create Folder' }).click();
    await page.getByRole('dialog', { name: 'Create New Folder' }).waitFor();
    await expectGood(page);
    await close();
    for (const [action, name, title] of [
      ['Rename', 'a.pdf', 'Rename File'],
      ['Rename', '2024', 'Rename Folder'],
      ['Move to Folder', 'a.pdf', 'Move to Folder'],
    ] as const) {
      await act(page, screen, action, name);
      await page.getByRole('dialog', { name: title }).waitFor();
      await expectGood(page);
      await close();
    }
    await select(page, 'a.pdf');
    await page.getByText('1 selected').waitFor();
    await expectGood(page);
    expect(await page.getByRole('button', { name: 'Delete Selected' }).count()).toBe(who === 'staff' ? 1 : 0);
    if (who === 'staff') {
      await page.getByRole('button', { name: 'Delete Selected' }).click();
      await page.getByRole('alertdialog', { name: 'Delete 1 file?' }).waitFor();
      await expectGood(page);
      await page.keyboard.press('Escape');
    }
  },
);

test.each<Visitor>(['client', 'staff'])(
  'an empty folder on a phone: the one thing to do is in sight (%s)',
  async (who) => {
    const { page } = await visitAs(who, [], { screen: 'phone' });
    const first = page.getByRole('button', { name: 'Upload Your First File' });
    await first.waitFor();
    // Whatever stands above the files: the empty folder comes into sight as a whole, clear of the dock.
    await first.evaluate((button) => button.scrollIntoView({ block: 'nearest' }));
    const [button, dock] = [await first.boundingBox(), await page.locator('[data-dock]').boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    // One thumb's reach above the bottom bar, and 44 px high.
    const buttonInDock = await page.getByRole('button', { name: 'Upload Files' }).boundingBox();
    expect(buttonInDock?.y).toBeGreaterThan(844 * 0.75);
    expect(buttonInDock?.height).toBeGreaterThanOrEqual(44);
    await expectGood(page);
  },
);

test('on a phone the tools of a selection take the place of the upload, and the last row is not under them', async () => {
  const { page } = await visitAs(
    'client',
    ['2024/', ...Array.from({ length: 12 }, (_, i) => `Paper ${i + 1}.pdf`)],
    {
      screen: 'phone',
    },
  );
  expect(await page.getByRole('button', { name: 'Upload Files' }).isVisible()).toBe(true);
  await select(page, 'Paper 1.pdf');
  await page.getByRole('button', { name: 'Download Selected' }).waitFor();
  expect(await page.getByRole('button', { name: 'Upload Files' }).isVisible()).toBe(false);
  await row(page, 'Paper 12.pdf').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Actions for Paper 12.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await page.keyboard.press('Escape');
  // A press on a row now selects it, too; navigating clears the selection.
  await row(page, 'Paper 12.pdf').click();
  await page.getByText('2 selected').waitFor();
  await page.getByText(/^Select All/).click();
  await page.getByText('13 selected').waitFor();
  await page.getByText(/^Select All/).click();
  await page.getByText(/selected$/).waitFor({ state: 'detached' });
  await row(page, '2024').click();
  await page.getByText('No files yet').waitFor();
  await page.goBack();
  await row(page, '2024').waitFor();
  expect(await page.getByText(/selected$/).count()).toBe(0);
});

test('after an upload the list shows what is there, and busy work says what it does', async () => {
  const { page } = await visitAs('staff', ['2024/']);
  const overlay = page.locator('[data-busy]');
  /** Holds the answer to a request back until the screen has said what is going on. */
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
      await overlay.getByText(text, { exact: true }).waitFor();
      said.resolve();
      await overlay.waitFor({ state: 'detached' });
    };
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await upload(page, [await documentNamed('a.pdf'), await documentNamed('b.csv')]);
  await page.getByText('Success! 2 file(s) uploaded for Rosa Delgado Muñoz').waitFor();
  await row(page, 'a.pdf').getByText('NEW').waitFor();
  await row(page, 'a.pdf').getByText('From the office').waitFor();

  const moving = await says('**/storage/v1/object/move', 'POST', 'Moving 1 of 2...');
  await select(page, 'a.pdf');
  await select(page, 'b.csv');
  await press('Move to Folder');
  await page.getByRole('option', { name: '2024' }).click();
  await press('Move');
  await moving();
  await page.getByText('Items moved successfully').waitFor();
  await row(page, 'a.pdf').waitFor({ state: 'detached' });

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
  await page.getByText('Folder 2020 and all its contents deleted successfully').waitFor();
});
