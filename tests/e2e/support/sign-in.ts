import type { Locator, Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './browser.ts';
import { type Account, accountOf } from './documents.ts';
import type { Person } from './people.ts';
import { portal } from './portal.ts';

/**
 * Console error of a request that was under way when its session ended, for `expectedErrors`. The answer to the one for the
 * user is 403, as the hosted service gives it.
 */
export const lateRequest = /status of 401|status of 403 .*\/auth\/v1\/user\)/;
/** Console error of a failed response. */
export const httpErrors = /status of (4\d\d|5\d\d)/;
/** Console error of a lost connection. */
export const networkErrors = /ERR_(INTERNET_DISCONNECTED|FAILED)|^Firefox can’t establish a connection/;

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Fails on axe findings and on sideways scrolling. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

export async function fillLogin(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

/** Stores the session that a login would leave in the browser. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await signInAs(page, await accountOf({ email, password }));
}

/**
 * Stores the account's session in the browser.
 * @param url of the test's own portal, if it has one
 */
export async function signInAs(page: Page, { api }: Pick<Account, 'api'>, url = portal.url): Promise<void> {
  const { data } = await api.auth.getSession();
  await writeSession(page, data.session, url);
}

/** The localStorage key of supabase-js for the portal at this address. */
export const sessionKeyOf = (url: string): string => `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;

/** Stores a session, as the app does. */
export async function writeSession(page: Page, session: unknown, url = portal.url): Promise<void> {
  if (!page.url().startsWith(url)) await page.goto(`${url}/robots.txt`);
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    sessionKeyOf(url),
    JSON.stringify(session),
  ] as const);
}

/** Reads the session that the app has stored. */
export function readSession(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'));
    return key ? JSON.parse(localStorage.getItem(key) ?? 'null') : null;
  });
}

/** Logs out on the account page. Waits until the browser has forgotten the session: a page opened before still has it. */
export async function logOut(page: Page, label = 'Logout'): Promise<void> {
  await button(page, label).click();
  await expect.poll(() => readSession(page)).toBeNull();
}

/** Makes the token expired, so that its next use renews it. */
export async function expireToken(page: Page): Promise<void> {
  await writeSession(page, { ...(await readSession(page)), expires_at: 1 });
}

/** Mocks a response of the service from now on. Strings are sent as HTML. */
export async function mockResponse(
  page: Page,
  path: string | RegExp,
  status: number,
  body: unknown,
  method?: string,
): Promise<void> {
  await page.route(path, (route) =>
    method === undefined || route.request().method() === method
      ? route.fulfill({
          status,
          contentType: typeof body === 'string' ? 'text/html' : 'application/json',
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
      : route.fallback(),
  );
  await waitUntilIntercepted(page);
}

/** Holds requests until `release` is called. `request` is the first one. */
export async function holdRequests(
  page: Page,
  path: string,
): Promise<{ request: Promise<Request>; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  await waitUntilIntercepted(page);
  return { request: page.waitForRequest(path), release };
}

const PROBE = '/healthz?is-it-routed';

/** Chromium intercepts requests of an open page only after a moment. Until then they reach the server. */
async function waitUntilIntercepted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return;
  await page.route(`**${PROBE}`, (route) => route.fulfill({ body: 'routed' }));
  const ask = (path: string) =>
    page.evaluate((at) => fetch(at).then((reply) => reply.text()), path).catch(() => 'away');
  await expect.poll(() => ask(PROBE)).toMatch(/^(routed|away)$/);
}
