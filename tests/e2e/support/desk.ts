import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type OpenOptions, openBrowser } from './browser.ts';
import { type Account, accountOf } from './documents.ts';
import { enterAs } from './entry.ts';
import { giveRole } from './house-database.ts';
import { confirmedPerson, type Person } from './people.ts';

export interface Staff {
  page: Page;
  person: Person;
}

/** Somebody of the office, at the list of all users. */
export async function openDesk(role: 'admin' | 'super' = 'admin', options: OpenOptions = {}): Promise<Staff> {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, role);
  const { page } = await openBrowser(options);
  await enterAs(page, await accountOf(person));
  await page.goto('/manage');
  await shown(page).waitFor();
  return { page, person };
}

export const search = (page: Page, text: string): Promise<void> =>
  page.getByPlaceholder('Search by name or email...').fill(text);
export const shown = (page: Page): Locator => page.getByText(/^Showing [\d,]+ of [\d,]+ users$/);
export const users = (page: Page): Locator => page.getByRole('list', { name: 'Users' });
export const fullName = (person: Person): string => `${person.firstName} ${person.lastName}`;

/** A first name that nobody else in this run has: the tests share one office. */
export const rareName = (): string => `Ana${randomBytes(4).toString('hex')}`;

/** Waits until the list shows exactly these people, in this order. */
export async function expectFound(page: Page, people: Person[]): Promise<void> {
  await expect
    .poll(() =>
      users(page)
        .getByText(/@example\.com$/)
        .allTextContents(),
    )
    .toEqual(people.map((person) => person.email));
  expect(await shown(page).textContent()).toMatch(new RegExp(`^Showing ${people.length} of `));
}

export interface OpenCase extends Staff {
  client: Person;
  account: Account;
}

/** A client's case, opened by staff. */
export async function openCase(
  role: 'admin' | 'super' = 'admin',
  options: OpenOptions = {},
): Promise<OpenCase> {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  const desk = await openDesk(role, options);
  await desk.page.goto(`/manage?client=${account.id}`);
  await desk.page.getByRole('heading', { name: `Managing files for ${fullName(client)}` }).waitFor();
  return { ...desk, client, account };
}

/** A part of the case, by its heading. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
