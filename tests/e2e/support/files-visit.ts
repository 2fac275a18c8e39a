import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { OpenBrowser, Screen } from './browser.ts';
import { giveRole } from './database.ts';
import { type Account, accountOf, fillFiles } from './documents.ts';
import { enterAs } from './entry.ts';
import { confirmedPerson } from './people.ts';
import { sendForm } from './tax-form.ts';

/** The browser's own note about an answer that the screen is made for: a name in use, a file that is gone. */
export const refusedOnce = /Failed to load resource: the server responded with a status of 400/;

export interface Visit {
  page: Page;
  account: Account;
  screen: Screen;
}

export interface VisitOptions {
  screen?: Screen;
  colorScheme?: 'light' | 'dark';
  expectedErrors?: RegExp[];
  /** Whether the yearly form is sent. If not, each upload asks for it. */
  formIsSent?: boolean;
}

/** A client with these documents, looking at them. */
export async function visitFiles(
  openBrowser: OpenBrowser,
  paths: string[] = [],
  { screen = 'desktop', colorScheme = 'light', expectedErrors = [], formIsSent = true }: VisitOptions = {},
): Promise<Visit> {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  await fillFiles(account, paths);
  if (formIsSent) await sendForm(account);
  const { page } = await openBrowser({ screen, colorScheme, expectedErrors });
  await enterAs(page, account);
  // Who has sent no form is asked for it first.
  await page.goto(formIsSent ? '/secured-files' : '/secured-files?bypass=true');
  await expect(page.getByRole('heading', { name: 'File Management' })).toBeVisible();
  await expect(
    paths.length > 0 ? page.getByRole('row').first() : page.getByText('No files yet'),
  ).toBeVisible();
  return { page, account, screen };
}

export type Office = 'admin' | 'super';

/** Somebody of the office, looking at the documents of a client who has these. */
export async function visitClientFiles(
  openBrowser: OpenBrowser,
  paths: string[],
  role: Office,
  { screen = 'desktop', colorScheme = 'light', expectedErrors = [] }: Omit<VisitOptions, 'formIsSent'> = {},
): Promise<Visit> {
  const account = await accountOf(await confirmedPerson('Rosa'));
  await fillFiles(account, paths);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, role);
  const { page } = await openBrowser({ screen, colorScheme, expectedErrors });
  await enterAs(page, await accountOf(preparer));
  await page.goto(`/manage?client=${account.id}`);
  await expect(page.getByRole('heading', { name: /^Managing files for Rosa/ })).toBeVisible();
  await expect(
    paths.length > 0 ? page.getByRole('row').first() : page.getByText('No files yet'),
  ).toBeVisible();
  return { page, account, screen };
}

/** The same documents as both see them: the client at home, and the office. */
export const visitors = ['client', 'staff'] as const;
export type Visitor = (typeof visitors)[number];

export function visitAs(
  openBrowser: OpenBrowser,
  who: Visitor,
  paths: string[],
  options: VisitOptions = {},
): Promise<Visit> {
  return who === 'client'
    ? visitFiles(openBrowser, paths, options)
    : visitClientFiles(openBrowser, paths, 'admin', options);
}

/** The names in the list, as they stand there. */
export const shownNames = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('row').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')));

/** What has the focus, by the name that a screen reader says. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
