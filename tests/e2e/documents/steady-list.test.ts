import type { Page } from '@playwright/test';
import { hold } from '../support/browser.ts';
import { accountOf, photo, row, seedFiles, upload } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { heading, signInAs } from '../support/sign-in.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';
import { uploadErrors, uploadRoute } from '../support/uploads.ts';

const FILES = ['a.pdf', 'b.pdf', 'c.pdf'];

/** Sums up how far the list of files has moved while it was in sight. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          const frame = document.querySelector('[role=grid]')?.closest('section');
          if (!frame || !node || !(frame.contains(node) || node.contains(frame))) continue;
          if (previousRect.height === 0) continue;
          Reflect.set(
            window,
            'shifts',
            Reflect.get(window, 'shifts') + Math.abs(currentRect.top - previousRect.top),
          );
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'shifts')));
}

for (const screen of ['phone', 'desktop'] as const) {
  test(`the list of files stays when the checklist arrives, on a ${screen}`, {
    tag: '@details-client',
  }, async ({ openBrowser }) => {
    const account = await accountOf(await confirmedPerson('Rosa'));
    await seedFiles(account, FILES);
    await submitForm(account);
    const { page } = await openBrowser({ screen });
    await signInAs(page, account);
    const shifts = await watchShifts(page);
    const release = await hold(page, '**/rest/v1/checklist_items*');
    await page.goto('/secured-files');
    await expect(row(page, 'a.pdf')).toBeVisible();
    release();
    await expect(heading(page, 'Documents we need')).toBeVisible();
    expect(await shifts()).toBe(0);
  });

  test(`the list of files stays when an interrupted upload is known, on a ${screen}`, {
    tag: '@details-client',
  }, async ({ openBrowser }) => {
    const account = await accountOf(await confirmedPerson('Rosa'));
    await seedFiles(account, FILES);
    await submitForm(account);
    const { page } = await openBrowser({ screen, expectedErrors: uploadErrors });
    await signInAs(page, account);
    await page.goto('/secured-files?bypass=true');
    await page.route(uploadRoute, (route) =>
      route.request().method() === 'POST' ? route.continue() : undefined,
    );
    await upload(page, [photo('scan.jpg', 7_000_000)]);
    await page.waitForRequest((request) => request.method() === 'PATCH');
    page.once('dialog', (dialog) => void dialog.accept());
    const release = await hold(page, '**/rest/v1/rpc/unfinished_uploads*');
    await page.goto('/secured-files?bypass=true');
    await page.unroute(uploadRoute);
    const topOf = async () => (await row(page, 'a.pdf').boundingBox())?.y ?? 0;
    await expect(row(page, 'a.pdf')).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Files', exact: true })).toBeVisible();
    const before = await topOf();
    release();
    await expect(page.getByText('Your last upload was interrupted')).toBeVisible();
    // A page scrolls by whole pixels.
    expect(Math.abs((await topOf()) - before)).toBeLessThan(1);
  });
}
