import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import business from '#business' with { type: 'json' };
import { yearIn } from '#domain/office-time/office-day.ts';
import { withSession } from '#tests/support/people.ts';
import { documentNamed, type TestFile } from '#tests/support/sample-documents.ts';
import type { Screen } from './browser.ts';
import { logInByApi, type Person } from './people.ts';
import { portal } from './portal.ts';

export { pdf, photo, type TestFile } from '#tests/support/sample-documents.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The year in the office's time zone, which may differ from the machine's on New Year's Eve. */
export const officeYear = (): number => yearIn(business.timeZone, new Date());

export interface Account {
  id: string;
  api: SupabaseClient;
}

/** Signs in to the API as the person, to set up and check data. */
export async function accountOf(person: Pick<Person, 'email' | 'password' | 'session'>): Promise<Account> {
  const session = person.session ?? (await logInByApi(person));
  return { id: session.user.id, api: await withSession(portal, session) };
}

/** Uploads sample documents. A path that ends in a slash becomes an empty folder. */
export async function seedFiles({ id, api }: Account, paths: string[]): Promise<void> {
  for (const path of paths) {
    const isFolder = path.endsWith('/');
    const key = `${id}/${isFolder ? `${path}.emptyFolderPlaceholder` : path}`;
    const body = isFolder ? Buffer.alloc(0) : (await documentNamed(path)).buffer;
    const { error } = await api.storage.from('user-documents').upload(key, body);
    if (error) throw error;
  }
}

/** The paths of a person's files, relative to their root. */
export async function storedPaths({ id, api }: Account): Promise<string[]> {
  const { data, error } = await api
    .from('file_uploads')
    .select('file_path')
    .eq('user_id', id)
    .order('file_path');
  if (error) throw error;
  return data.map((row: { file_path: string }) => row.file_path.slice(id.length + 1));
}

/** Uploads through the file picker. */
export async function upload(page: Page, files: TestFile[], button = 'Upload Files'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files);
}

export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** Those that stand in the row itself on wide screens. */
const inSight = ['Rename', 'Download', 'Delete'];

/** An action of a row: on wide screens the most used are buttons, all of them are in the row's menu. */
export async function act(page: Page, screen: Screen, action: string, name: string): Promise<void> {
  if (screen === 'desktop' && inSight.includes(action)) {
    await page.getByRole('button', { name: `${action} ${name}`, exact: true }).click();
    return;
  }
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Presses the box of a row. */
export async function select(page: Page, name: string): Promise<void> {
  await row(page, name).locator('label').click();
}

/** Returns the name and bytes of a download. */
export async function download(
  page: Page,
  start: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const started = page.waitForEvent('download');
  await start();
  const file = await started;
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
