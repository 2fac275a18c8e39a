import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { type CuttingProxy, startCuttingProxy } from '#tests/support/services/cutting-proxy.ts';
import { eventually } from '#tests/support/waiting.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { signInAs } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const MB = 1024 * 1024;
const SIZE = 1024 * MB;
const CHUNK = 6 * MB;
const TIMEOUT_MS = 240_000;
const name = 'Scans of ten years.pdf';

let folder: string;
let portal: OwnPortal;
let line: CuttingProxy;
let person: Person;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-large-'));
  portal = await startOwnPortal();
  line = await startCuttingProxy(portal.url);
  person = await createPerson(portal);
});
test.afterAll(async () => {
  await line?.close();
  await portal?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A file with holes, which takes no time to make. A number in each megabyte tells them apart. */
async function makeFile(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let at = MB; at < SIZE; at += MB) await file.write(`${at}`, at);
  await file.write('%PDF-1.7\n', 0);
  await file.truncate(SIZE);
  const end = '\nstartxref\n0\n%%EOF\n';
  await file.write(end, SIZE - end.length);
  await file.close();
}

async function hashOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

async function storedHash(): Promise<string> {
  const { data } = await person.client.auth.getSession();
  const key = [person.id, name].map(encodeURIComponent).join('/');
  const answer = await fetch(`${portal.url}/storage/v1/object/authenticated/user-documents/${key}`, {
    headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${data.session?.access_token}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`the download was answered with ${answer.status}`);
  return hashOf(answer.body);
}

async function choose(page: Page, path: string, button: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(path);
}

const sentMore = (bytes: number) => eventually(async () => line.sent() > bytes, TIMEOUT_MS);

test('uploads 1 GB across three lost connections, a reload, and a server crash without resending data', {
  tag: '@size',
}, async ({ openBrowser }) => {
  test.setTimeout(2 * TIMEOUT_MS);
  const path = join(folder, name);
  await makeFile(path);
  const { page } = await openBrowser({ expectedErrors: [/Failed to load resource/, /ERR_/, /WebSocket/] });
  await signInAs(page, { api: person.client }, line.url);
  await page.goto(`${line.url}/secured-files?bypass=true`);
  await choose(page, path, 'Upload Your First File');
  for (const at of [150, 300, 450]) {
    await sentMore(at * MB);
    line.cut();
  }

  await sentMore(600 * MB);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your last upload was interrupted')).toBeVisible();
  await choose(page, path, 'Choose it again');

  await sentMore(800 * MB);
  await portal.end('SIGKILL');
  await portal.start();
  await expect(page.getByText('Success! 1 file(s) uploaded')).toBeVisible({ timeout: TIMEOUT_MS });

  const interruptions = 5;
  const otherRequests = 2 * MB;
  expect(line.sent()).toBeGreaterThan(SIZE);
  expect(line.sent()).toBeLessThan(SIZE + interruptions * CHUNK + otherRequests);
  const [stored, chosen] = await Promise.all([storedHash(), hashOf(createReadStream(path))]);
  expect(stored).toBe(chosen);
});
