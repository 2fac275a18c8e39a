import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { OpenBrowser, OpenOptions } from './browser.ts';
import { giveRole } from './database.ts';
import { type Account, accountOf } from './documents.ts';
import { enterAs } from './entry.ts';
import { confirmedPerson, type Person } from './people.ts';

export interface Staff {
  page: Page;
  person: Person;
}

/** Somebody of the office, at the list of all users. */
export async function openDesk(
  openBrowser: OpenBrowser,
  role: 'admin' | 'super' = 'admin',
  options: OpenOptions = {},
): Promise<Staff> {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, role);
  const { page } = await openBrowser(options);
  await enterAs(page, await accountOf(person));
  await page.goto('/manage');
  await expect(shown(page)).toBeVisible();
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
  await expect(users(page).getByText(/@example\.com$/)).toHaveText(people.map((person) => person.email));
  await expect(shown(page)).toHaveText(new RegExp(`^Showing ${people.length} of `));
}

export interface OpenCase extends Staff {
  client: Person;
  account: Account;
}

/** A client's case, opened by staff. */
export async function openCase(
  openBrowser: OpenBrowser,
  role: 'admin' | 'super' = 'admin',
  options: OpenOptions = {},
): Promise<OpenCase> {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  const desk = await openDesk(openBrowser, role, options);
  await desk.page.goto(`/manage?client=${account.id}`);
  await expect(
    desk.page.getByRole('heading', { name: `Managing files for ${fullName(client)}` }),
  ).toBeVisible();
  return { ...desk, client, account };
}

/** A part of the case, by its heading. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
