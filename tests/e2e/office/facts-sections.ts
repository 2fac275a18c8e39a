import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '#tests/support/people.ts';
import type { OpenBrowser, OpenOptions } from '../support/browser.ts';
import type { OwnPortal } from '../support/own-portal.ts';
import { signInAs } from '../support/sign-in.ts';

/** Opens a section of the office's facts as a super user. */
export async function openSection(
  openBrowser: OpenBrowser,
  { portal, person }: { portal: OwnPortal; person: Person },
  section: string,
  options?: OpenOptions,
): Promise<Page> {
  const { page } = await openBrowser(options);
  await signInAs(page, { api: person.client }, portal.url);
  await goToSection(page, portal, section);
  return page;
}

export async function goToSection(page: Page, portal: OwnPortal, section: string): Promise<void> {
  await page.goto(`${portal.url}/manage/office/${section}`);
  await expect(page.locator('main h2:visible').nth(1)).toBeVisible();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
}

export const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click();
export const published = (page: Page): Locator => page.getByText('Published. Your site shows it now.');
