import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import business from '#business' with { type: 'json' };
import { yearIn } from '#domain/office-time/office-day.ts';
import { solveCaptcha } from '#tests/support/captcha.ts';
import { documentNamed, type TestFile } from '#tests/support/sample-documents.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import type { Screen } from './browser.ts';
import type { Person } from './people.ts';
import { portal } from './portal.ts';

export { pdf, photo, type TestFile } from '#tests/support/sample-documents.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The year that the office writes: near New Year's Eve not that of the machine. */
export const officeYear = (): number => yearIn(business.timeZone, new Date());

export interface Account {
  id: string;
  api: SupabaseClient;
}

/** The person's own way to the API: for what a test needs to be there, and to look behind the screen. */
export async function accountOf(person: Pick<Person, 'email' | 'password' | 'session'>): Promise<Account> {
  const api = createClient(portal.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = person.session
    ? await api.auth.setSession(person.session)
    : await api.auth.signInWithPassword({
        email: person.email,
        password: person.password,
        options: { captchaToken: await solveCaptcha(portal.url, 'login') },
      });
  if (error) throw error;
  if (!data.user) throw new Error(`nobody is ${person.email}`);
  return { id: data.user.id, api };
}

/** Puts documents into a person's files; a path that ends in a slash becomes an empty folder. */
export async function fillFiles({ id, api }: Account, paths: string[]): Promise<void> {
  for (const path of paths) {
    const isFolder = path.endsWith('/');
    const key = `${id}/${isFolder ? `${path}.emptyFolderPlaceholder` : path}`;
    const body = isFolder ? Buffer.alloc(0) : (await documentNamed(path)).buffer;
    const { error } = await api.storage.from('user-documents').upload(key, body);
    if (error) throw error;
  }
}

/** The paths of all files that a person has, beneath the own root. */
export async function storedPaths({ id, api }: Account): Promise<string[]> {
  const { data, error } = await api
    .from('file_uploads')
    .select('file_path')
    .eq('user_id', id)
    .order('file_path');
  if (error) throw error;
  return data.map((row: { file_path: string }) => row.file_path.slice(id.length + 1));
}

/** Through the device's own picker, as a finger does it. */
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

/** What the browser's own download brought. */
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
