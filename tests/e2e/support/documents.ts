import { createHash, randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import business from '#business' with { type: 'json' };
import { yearIn } from '#domain/folders.ts';
import { solveCaptcha } from '#tests/support/captcha.ts';
import { PUBLISHABLE_KEY } from '#tests/support/portal.ts';
import type { Screen } from './browser.ts';
import type { Person } from './people.ts';

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A PDF of one page that says what it is; every reader opens it. */
export function pdf(name: string, text = name.replace(/[^\x20-\x7e]|[()\\]/g, '?')): TestFile {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(file, 'latin1') };
}

/** A picture of one pixel, and round it the weight that a phone's camera gives: comments that no reader shows. */
export function photo(name: string, bytes = 2_000_000): TestFile {
  const [start, rest] = [onePixel.subarray(0, 2), onePixel.subarray(2)];
  const comments: Buffer[] = [];
  for (let left = bytes - onePixel.length; left > 4; left -= 65_535) {
    const body = randomBytes(Math.min(left - 4, 65_531));
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    comments.push(head, body);
  }
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([start, ...comments, rest]) };
}

const onePixel = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

/** The year that the office writes: near New Year's Eve not that of the machine. */
export const officeYear = (): number => yearIn(business.timeZone, new Date());

export interface Account {
  id: string;
  api: SupabaseClient;
}

/** The person's own way to the API: for what a test needs to be there, and to look behind the screen. */
export async function accountOf(person: Pick<Person, 'email' | 'password'>): Promise<Account> {
  const api = createClient(inject('portal').url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await api.auth.signInWithPassword({
    email: person.email,
    password: person.password,
    options: { captchaToken: await solveCaptcha(inject('portal').url, 'login') },
  });
  if (error) throw error;
  return { id: data.user.id, api };
}

/** Puts documents into a person's files; a path that ends in a slash becomes an empty folder. */
export async function fillFiles({ id, api }: Account, paths: string[]): Promise<void> {
  for (const path of paths) {
    const isFolder = path.endsWith('/');
    const key = `${id}/${isFolder ? `${path}.emptyFolderPlaceholder` : path}`;
    const body = isFolder ? Buffer.alloc(0) : Buffer.from(`the document ${path}`);
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

/** An action of a row: a button on wide screens, in the row's menu on a phone. */
export async function act(page: Page, screen: Screen, action: string, name: string): Promise<void> {
  if (screen === 'desktop') {
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
