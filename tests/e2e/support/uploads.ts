import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Where uploads go. */
export const resumable = '**/storage/v1/upload/resumable**';
/** The browser's own notes about connections that these tests cut, and names that are in use. */
export const provoked = [/Failed to load resource/, /ERR_(FAILED|INTERNET_DISCONNECTED)/];

/** The pressed button is gone with what it answered: the keyboard goes on from the same place. */
export const expectFocusKept = async (page: Page) =>
  expect(await page.evaluate(() => document.activeElement !== document.body), 'something has the focus').toBe(
    true,
  );
