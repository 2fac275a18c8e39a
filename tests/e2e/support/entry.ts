import type { Locator, Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './browser.ts';
import { type Account, accountOf } from './documents.ts';
import type { Person } from './people.ts';
import { portal } from './portal.ts';

/** What the browser itself notes of an answer that says no; tests that provoke one expect it. */
export const refusals = /status of (4\d\d|5\d\d)/;
/** The same of a connection that is cut. */
export const cuts = /ERR_(INTERNET_DISCONNECTED|FAILED)/;

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Nothing for axe to find, nothing wider than the screen. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

export async function fillLogin(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

/** The session that the browser would have after a login, without the screens: for tests of what comes after. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await enterAs(page, await accountOf({ email, password }));
}

/** The same, with the session that the test has already. */
export async function enterAs(page: Page, { api }: Account): Promise<void> {
  const { data } = await api.auth.getSession();
  await keepSession(page, data.session);
}

/** Where supabase-js keeps the session in localStorage. */
export const sessionKey = `sb-${new URL(portal.url).hostname.split('.')[0]}-auth-token`;

/** Puts a session where supabase-js looks for it. */
export async function keepSession(page: Page, session: unknown): Promise<void> {
  if (!page.url().startsWith('http')) await page.goto('/robots.txt');
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    sessionKey,
    JSON.stringify(session),
  ] as const);
}

/** The session that the page keeps. */
export function keptSession(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'));
    return key ? JSON.parse(localStorage.getItem(key) ?? 'null') : null;
  });
}

/** As if an hour had passed: the next look at the session renews it. */
export async function ageToken(page: Page): Promise<void> {
  await keepSession(page, { ...(await keptSession(page)), expires_at: 1 });
}

/** From now on the service answers so; what the page does with answers that are hard to come by. */
export async function answer(
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
  await interceptsRequests(page);
}

/** Holds back requests until `release` is called. `request` is the first of them. */
export async function hold(
  page: Page,
  path: string,
): Promise<{ request: Promise<Request>; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  await interceptsRequests(page);
  return { request: page.waitForRequest(path), release };
}

const PROBE = '/healthz?is-it-routed';

/** Chromium takes a moment to route what an open page asks for; until then requests reach the server after all. */
async function interceptsRequests(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return;
  await page.route(`**${PROBE}`, (route) => route.fulfill({ body: 'routed' }));
  const ask = (path: string) =>
    page.evaluate((at) => fetch(at).then((reply) => reply.text()), path).catch(() => 'away');
  await expect.poll(() => ask(PROBE)).toMatch(/^(routed|away)$/);
}
