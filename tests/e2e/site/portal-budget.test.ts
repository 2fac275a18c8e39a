import type { Page } from '@playwright/test';
import { giveRole } from '../support/database.ts';
import { accountOf, row, seedFiles } from '../support/documents.ts';
import { confirmedPerson } from '../support/people.ts';
import { portal } from '../support/portal.ts';
import { button, heading, signInAs } from '../support/sign-in.ts';
import { userCount } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const KB = 1000;
const DOCUMENT = 'w2.pdf';

/**
 * What the scripts of each page may weigh until the page is usable, compressed, how many there may be, and the request whose
 * answer no other script may delay.
 */
const budgets = [
  {
    path: '/login',
    limit: 142 * KB,
    files: 14,
    isUsable: (page: Page) => expect(button(page, 'Log in')).toBeEnabled(),
  },
  {
    path: '/account',
    limit: 150 * KB,
    files: 22,
    isUsable: (page: Page) => expect(heading(page, 'Recent Activity')).toBeVisible(),
  },
  {
    path: '/secured-files',
    limit: 229 * KB,
    files: 30,
    asks: '/rpc/list_folder',
    isUsable: (page: Page) => expect(row(page, DOCUMENT)).toBeVisible(),
  },
  {
    path: '/manage',
    limit: 197 * KB,
    files: 24,
    asks: '/rpc/list_clients?',
    isUsable: (page: Page) => expect(userCount(page)).toBeVisible(),
  },
];

/** Bytes on the wire. */
async function weight(path: string): Promise<number> {
  const answer = await fetch(portal.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding'), path).toBe('br');
  return Number(answer.headers.get('content-length'));
}

const total = async (paths: readonly string[]) =>
  (await Promise.all(paths.map(weight))).reduce((sum, bytes) => sum + bytes, 0);

/** The scripts that the document names. */
async function named(path: string): Promise<string[]> {
  const html = await (await fetch(portal.url + path, { headers: { accept: 'text/html' } })).text();
  return [...new Set(html.match(/\/assets\/[\w.-]+\.js\b/g))];
}

for (const { path, limit, files, asks, isUsable } of budgets) {
  test(
    `${path} is usable with ${limit / KB} KB of script in ${files} files`,
    { tag: '@details-client' },
    async ({ openBrowser }, testInfo) => {
      const { page } = await openBrowser({ screen: 'phone', expectedErrors: [/ERR_FAILED/] });
      if (path !== '/login') {
        const person = await confirmedPerson('Rosa');
        const account = await accountOf(person);
        if (path === '/manage') await giveRole(person.email, 'admin');
        else {
          await seedFiles(account, [DOCUMENT]);
          await submitForm(account);
        }
        await signInAs(page, account);
      }
      const scripts = await named(path);
      const early: string[] = [];
      let isAnswered = asks === undefined;
      page.on('response', (response) => {
        if (asks !== undefined && response.url().includes(asks)) isAnswered = true;
      });
      // Every other script waits: the page must be usable without it.
      await page.route('**/assets/*.js', async (route) => {
        const script = new URL(route.request().url()).pathname;
        if (scripts.includes(script)) await route.continue();
        // Every page of a person who is signed in can show a short message.
        else if (!isAnswered && !script.startsWith('/assets/toast')) early.push(script);
      });
      await page.goto(path, { waitUntil: 'commit' });
      await isUsable(page);
      expect(early).toEqual([]);
      const bytes = await total(scripts);
      testInfo.annotations.push({
        type: 'script',
        description: `${path}: ${bytes} bytes, ${scripts.length} files`,
      });
      expect(bytes).toBeGreaterThan(100 * KB);
      expect(bytes).toBeLessThan(limit);
      expect(scripts.length).toBeLessThanOrEqual(files);
    },
  );
}

/** A planted violation: with the library of the live channel, no page is within its budget. */
test('the budgets leave no room for the library of the live channel', {
  tag: '@details-client',
}, async () => {
  const files = new Set<string>();
  for (const { path } of budgets) for (const file of await named(path)) files.add(file);
  const texts = await Promise.all([...files].map(async (file) => (await fetch(portal.url + file)).text()));
  const names = new Set(texts.flatMap((text) => text.match(/(?<=\.\/)realtime-[\w-]{8}\.js/g) ?? []));
  expect(names.size).toBe(1);
  const library = `/assets/${[...names][0]}`;
  expect(await (await fetch(portal.url + library)).text()).toContain('phx_join');
  for (const { path, limit } of budgets) {
    expect(await total([...(await named(path)), library]), path).toBeGreaterThan(limit);
  }
});
