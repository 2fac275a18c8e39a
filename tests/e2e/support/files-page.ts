import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { OpenBrowser, Screen } from './browser.ts';
import { giveRole } from './database.ts';
import { type Account, accountOf, seedFiles } from './documents.ts';
import { confirmedPerson } from './people.ts';
import { signInAs } from './sign-in.ts';
import { submitForm } from './tax-form.ts';

/** Console error of an expected failure, such as a name in use or a deleted file. */
export const badRequest = /Failed to load resource: the server responded with a status of 400/;

export interface FilesPage {
  page: Page;
  account: Account;
  screen: Screen;
}

export interface FilesPageOptions {
  screen?: Screen;
  expectedErrors?: RegExp[];
  /** Whether the tax form was submitted. If not, each upload asks for it. */
  formSubmitted?: boolean;
}

/** Signs in a client with these documents and opens the list. */
export async function openFiles(
  openBrowser: OpenBrowser,
  paths: string[] = [],
  { screen = 'desktop', expectedErrors = [], formSubmitted = true }: FilesPageOptions = {},
): Promise<FilesPage> {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  await seedFiles(account, paths);
  if (formSubmitted) await submitForm(account);
  const { page } = await openBrowser({ screen, expectedErrors });
  await signInAs(page, account);
  // A client without a submitted form gets the form first.
  await page.goto(formSubmitted ? '/secured-files' : '/secured-files?bypass=true');
  await expect(page.getByRole('heading', { name: 'File Management' })).toBeVisible();
  await expect(
    paths.length > 0 ? page.getByRole('row').first() : page.getByText('No files yet'),
  ).toBeVisible();
  return { page, account, screen };
}

export type StaffRole = 'admin' | 'super';

/** Signs in staff and opens the documents of a client who has these. */
export async function openClientFiles(
  openBrowser: OpenBrowser,
  paths: string[],
  role: StaffRole,
  { screen = 'desktop', expectedErrors = [] }: Omit<FilesPageOptions, 'formSubmitted'> = {},
): Promise<FilesPage> {
  const account = await accountOf(await confirmedPerson('Rosa'));
  await seedFiles(account, paths);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, role);
  const { page } = await openBrowser({ screen, expectedErrors });
  await signInAs(page, await accountOf(preparer));
  await page.goto(`/manage?client=${account.id}`);
  await expect(page.getByRole('heading', { name: /^Managing files for Rosa/ })).toBeVisible();
  await expect(
    paths.length > 0 ? page.getByRole('row').first() : page.getByText('No files yet'),
  ).toBeVisible();
  return { page, account, screen };
}

/** Who looks at the documents: the client or staff. */
export const viewers = ['client', 'staff'] as const;
export type Viewer = (typeof viewers)[number];

export function openFilesAs(
  openBrowser: OpenBrowser,
  who: Viewer,
  paths: string[],
  options: FilesPageOptions = {},
): Promise<FilesPage> {
  return who === 'client'
    ? openFiles(openBrowser, paths, options)
    : openClientFiles(openBrowser, paths, 'admin', options);
}

/** The names in the list, in order. */
export const shownNames = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('row').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')));

/** The accessible name of the focused element. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
