import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { StaffRole } from '#domain/account/roles.ts';
import type { OpenBrowser, OpenOptions } from './browser.ts';
import { giveRole } from './database.ts';
import { type Account, accountOf } from './documents.ts';
import { confirmedPerson, type Person } from './people.ts';
import { signInAs } from './sign-in.ts';

export interface StaffPage {
  page: Page;
  person: Person;
}

/** Signs in staff and opens one of their pages. */
export async function openStaffPage(
  openBrowser: OpenBrowser,
  path: string,
  role: StaffRole = 'admin',
  options: OpenOptions = {},
): Promise<StaffPage> {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, role);
  const { page } = await openBrowser(options);
  await signInAs(page, await accountOf(person));
  await page.goto(path);
  return { page, person };
}

/** Signs in staff and opens the list of all users. */
export async function openClientList(
  openBrowser: OpenBrowser,
  role: 'admin' | 'super' = 'admin',
  options: OpenOptions = {},
): Promise<StaffPage> {
  const desk = await openStaffPage(openBrowser, '/manage', role, options);
  await expect(userCount(desk.page)).toBeVisible();
  return desk;
}

export const search = (page: Page, text: string): Promise<void> =>
  page.getByPlaceholder('Search by name or email...').fill(text);
export const userCount = (page: Page): Locator => page.getByText(/^Showing [\d,]+ of [\d,]+ users$/);
/** A table on wide screens, a list of cards on phones. */
export const users = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Users' }).or(page.getByRole('list', { name: 'Users' }));
/** The clients in it. */
export const userRows = (page: Page): Locator =>
  users(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .or(users(page).getByRole('listitem'));
export const fullName = (person: Person): string => `${person.firstName} ${person.lastName}`;

/** A first name that is unique in the run, because the tests share one office. */
export const uniqueFirstName = (): string => `Ana${randomBytes(4).toString('hex')}`;

/** Waits until the list shows exactly these people, in this order. */
export async function expectFound(page: Page, people: Person[]): Promise<void> {
  await expect(users(page).getByText(/@example\.com$/)).toHaveText(people.map((person) => person.email));
  await expect(userCount(page)).toHaveText(new RegExp(`^Showing ${people.length} of `));
}

export interface CasePage extends StaffPage {
  client: Person;
  account: Account;
}

/** A client's case, opened by staff. */
export async function openCase(
  openBrowser: OpenBrowser,
  role: 'admin' | 'super' = 'admin',
  options: OpenOptions = {},
): Promise<CasePage> {
  const client = await confirmedPerson('Rosa');
  const account = await accountOf(client);
  const desk = await openStaffPage(openBrowser, `/manage?client=${account.id}`, role, options);
  await expect(
    desk.page.getByRole('heading', { name: `Managing files for ${fullName(client)}` }),
  ).toBeVisible();
  return { ...desk, client, account };
}

/** A section of the case page, by its heading. */
export const part = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name, exact: true });
