import type { Locator, Page } from '@playwright/test';
import { pdf } from '#tests/support/sample-documents.ts';
import type { OpenBrowser, OpenOptions } from './browser.ts';
import { giveRole } from './database.ts';
import { type Account, accountOf, officeYear } from './documents.ts';
import { confirmedPerson, type Person } from './people.ts';
import { button, signIn } from './sign-in.ts';
import { submitForm } from './tax-form.ts';

const BUCKET = 'user-documents';

/** A client and a preparer, each with an API client. */
export interface Case {
  client: Person;
  account: Account;
  preparer: Person;
  office: Account;
}

export async function createCase({ formSubmitted = true } = {}): Promise<Case> {
  const client = await confirmedPerson('Rosa');
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const account = await accountOf(client);
  if (formSubmitted) await submitForm(account);
  return { client, account, preparer, office: await accountOf(preparer) };
}

type Accounts = Pick<Case, 'account' | 'office'>;

/** Stores a PDF with this text, replacing an existing file. Returns the id of its row. */
export async function storeReturn(
  { account, office }: Accounts,
  name: string,
  text: string,
): Promise<string> {
  const path = `${account.id}/${name}`;
  const { buffer, mimeType } = pdf(name, text);
  const { error } = await office.api.storage
    .from(BUCKET)
    .upload(path, buffer, { contentType: mimeType, upsert: true });
  if (error) throw error;
  const { data } = await office.api.from('file_uploads').select('id').eq('file_path', path).single();
  return String(data?.id);
}

/** Starts a return and takes these steps through the API. Returns its id. */
export async function createReturn(
  one: Accounts,
  steps: readonly string[],
  {
    documentId,
    year = officeYear(),
    kind = 'personal',
  }: { documentId?: string; year?: number; kind?: string } = {},
): Promise<string> {
  const { data, error } = await one.office.api.rpc('start_return', {
    client_id: one.account.id,
    return_year: year,
    return_kind: kind,
  });
  if (error) throw error;
  for (const status of steps) await setReturnStatus(one, data.id, status, documentId);
  return data.id;
}

export async function setReturnStatus(
  { office }: Pick<Case, 'office'>,
  id: string,
  status: string,
  documentId?: string,
): Promise<void> {
  const { error } = await office.api.rpc('step_return', {
    return_id: id,
    new_status: status,
    ...(status === 'ready_for_review' && { review_document_id: documentId }),
  });
  if (error) throw error;
}

/** Opens a page as a signed-in person and waits for its realtime subscription. */
export async function openWithRealtime(
  openBrowser: OpenBrowser,
  person: Person,
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  const { page } = await openBrowser(options);
  await signIn(page, person);
  await page.addInitScript(noteSubscription);
  await page.goto(path);
  await page.waitForFunction(() => Reflect.get(window, 'isSubscribed'));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return page;
}

/** Runs in the page: Playwright does not report the sockets of Firefox. */
function noteSubscription(): void {
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (String(data).includes('Subscribed to PostgreSQL')) Object.assign(window, { isSubscribed: true });
      });
    }
  };
}

/** Whether the page is still the document that `openWithRealtime` opened. */
export const wasNotReloaded = (page: Page): Promise<boolean> =>
  page.evaluate(() => Reflect.get(window, 'sameDocument') === true);

/** A panel of the client's case. */
export const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

/** Opens this year's personal return on the page. */
export async function openReturn(page: Page): Promise<void> {
  await button(page, `Open personal return ${officeYear()}`).click();
}

/** Takes a step of a return by its form on the page, which may be open already. */
export async function takeStep(page: Page, label: string, note?: string): Promise<void> {
  await button(page, label).waitFor();
  const isOpen = (await page.locator('form').getByRole('button', { name: label, exact: true }).count()) > 0;
  if (!isOpen) await button(page, label).click();
  if (note !== undefined) await page.getByLabel('Note to the client').fill(note);
  await page.locator('form').getByRole('button', { name: label, exact: true }).click();
}

/** In the open dialog: what came in, in cash. Clicks. */
export async function payInCash(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount', { exact: true }).fill(amount);
  await dialog.getByRole('button', { name: /How/ }).click();
  await page.getByRole('option', { name: 'Cash', exact: true }).click();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
}
