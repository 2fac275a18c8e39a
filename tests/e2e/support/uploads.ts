import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The route of resumable uploads. */
export const uploadRoute = '**/storage/v1/upload/resumable**';
/** Console errors of lost connections and of names in use. */
export const uploadErrors = [/Failed to load resource/, /ERR_(FAILED|INTERNET_DISCONNECTED)/];

/** The clicked button was removed, but focus must not fall back to the body. */
export const expectFocusKept = async (page: Page) =>
  expect(await page.evaluate(() => document.activeElement !== document.body), 'an element has focus').toBe(
    true,
  );
