import type { Page } from 'playwright-core';
import { openBrowser, type Screen } from './browser.ts';
import { type Account, accountOf, fillFiles } from './documents.ts';
import { confirmedPerson, logIn } from './people.ts';
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
  paths: string[] = [],
  { screen = 'desktop', colorScheme = 'light', expectedErrors = [], formIsSent = true }: VisitOptions = {},
): Promise<Visit> {
  const person = await confirmedPerson('Rosa');
  const account = await accountOf(person);
  await fillFiles(account, paths);
  if (formIsSent) await sendForm(account);
  const { page } = await openBrowser({ screen, colorScheme, expectedErrors });
  await logIn(page, person);
  await page.goto('/secured-files');
  await page.getByRole('heading', { name: 'File Management' }).waitFor();
  await (paths.length > 0 ? page.getByRole('row').first() : page.getByText('No files yet')).waitFor();
  return { page, account, screen };
}
