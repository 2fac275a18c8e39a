import business from '#business' with { type: 'json' };
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { expect, test } from '../support/test.ts';

test('pages that need JavaScript show the phone number without it', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ javaScriptEnabled: false });
  for (const path of ['/login', '/contact-us', '/booking', '/account', '/confirm-email']) {
    await page.goto(path);
    // By its tag: lookups by text or role skip what is inside a <noscript>.
    const note = page.locator('main noscript p');
    await expect(note).toBeVisible();
    const { display, e164 } = business.contact.phone;
    await expect(note.locator(`a[href="tel:${e164}"]`)).toHaveText(display);
    // No spinner, because nothing is loading.
    await expect(page.getByText('Loading...')).toBeHidden();
    await expectNoSidewaysScroll(page);
  }
});
