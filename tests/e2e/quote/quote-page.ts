import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import business from '#business' with { type: 'json' };

/** Labels of the answers, for each question. */
export type Path = readonly (readonly string[])[];

export const button = (page: Page, name: 'Next' | 'Back' | 'Go Back' | 'New Quote') =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** The whole card, found by its visible text. Its accessible name may be longer. */
export const option = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('label')
    .filter({ has: page.getByText(label, { exact: true }) });

export const checkbox = (page: Page, label: string): Locator => option(page, label).locator('input');

export async function choose(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels) await option(page, label).click();
}

/** Waits for the question or the result, which must have focus. */
export async function expectStep(page: Page, heading: string): Promise<void> {
  const step = page.getByRole('heading', { level: 2, name: heading, exact: true });
  await expect(step).toBeVisible();
  await expect(step).toBeFocused();
}

export const question = (page: Page) =>
  page.getByRole('main').locator('form').getByRole('heading', { level: 2 }).textContent();

export async function answerWith(page: Page, labels: readonly string[]): Promise<void> {
  const before = await question(page);
  await choose(page, labels);
  await button(page, 'Next').click();
  await expect(page.locator('h2:focus')).not.toHaveText(before ?? '');
}

export async function answerAll(page: Page, way: Path): Promise<void> {
  for (const labels of way) await answerWith(page, labels);
}

/** The name and price of a package. */
export function packageWith(id: string): { name: string; price: string } {
  const found = business.prices.quote.find((result) => result.id === id);
  if (!found) throw new Error(`no package ${id}`);
  return { name: found.name, price: `$${found.from} – $${found.to}` };
}

export const note = (page: Page) => page.evaluate(() => sessionStorage.getItem('nutmeg.quote-note'));
