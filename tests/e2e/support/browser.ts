import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type TestInfo,
  test,
} from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { portal } from './portal.ts';

/** The two sizes that every screen must be good at. */
export const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
export type Screen = keyof typeof screens;

export interface OpenOptions {
  screen?: Screen;
  colorScheme?: 'light' | 'dark';
  /** The browser's time zone. The office's zone by default. */
  timezoneId?: string;
  /** The language that the browser prefers. American English by default. */
  locale?: string;
  /** False: the browser runs no scripts. */
  javaScriptEnabled?: boolean;
  /** Allows the site's service worker. Blocked by default, because it would hide requests from the test. */
  serviceWorker?: boolean;
  /** Console errors that the test causes, such as the one for a failed login. */
  expectedErrors?: RegExp[];
}

export interface BrowserWindow {
  page: Page;
  context: BrowserContext;
}

/** Opens a window that shares nothing with the others: an empty profile, not signed in, showing no page yet. */
export type OpenBrowser = (options?: OpenOptions) => Promise<BrowserWindow>;

/** The windows of one test. */
export class Windows {
  readonly #browser: Browser;
  readonly #windows: (BrowserWindow & { errors: string[] })[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  readonly open: OpenBrowser = async ({
    screen = 'desktop',
    colorScheme = 'light',
    timezoneId = 'America/New_York',
    locale = 'en-US',
    javaScriptEnabled = true,
    serviceWorker = false,
    expectedErrors = [],
  } = {}) => {
    const context = await this.#browser.newContext({
      ...screens[screen],
      colorScheme,
      baseURL: portal.url,
      locale,
      timezoneId,
      javaScriptEnabled,
      reducedMotion: 'reduce',
      acceptDownloads: true,
      serviceWorkers: serviceWorker ? 'allow' : 'block',
    });
    const isFirefox = this.#browser.browserType().name() === 'firefox';
    const errors: string[] = [];
    const addError = (text: string) => {
      const expected = isFirefox ? [...expectedErrors, abortedImport] : expectedErrors;
      if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
    };
    context.on('console', (message) => {
      if (message.type() === 'error') addError(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => addError(error.error().stack ?? error.error().message));
    // A violation is not always an error in the console: a caught eval is silent.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(
          `Security policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`,
        );
      });
    });
    if (isFirefox) await context.addInitScript(adaptToPlaywright);
    const page = await context.newPage();
    if (isFirefox) stepWithoutLoad(page);
    this.#windows.push({ page, context, errors });
    return { page, context };
  };

  /** Closes all windows. Fails if a browser logged an unexpected script error or policy violation. */
  async close(testInfo: TestInfo): Promise<void> {
    for (const { page, context, errors } of this.#windows) {
      if (testInfo.status !== testInfo.expectedStatus) {
        const { length } = errors;
        await keepLastSight(page, testInfo);
        // Without those that the screenshot caused.
        errors.length = length;
      }
      await context.close();
    }
    for (const { errors } of this.#windows) expect(errors, 'errors in the console').toEqual([]);
  }
}

/** Skips the rest of a test that Playwright can't run in Firefox. */
export function skipInFirefox(reason: string): void {
  test.skip(test.info().project.name === 'firefox', reason);
}
export const noRequestBodies = 'Playwright does not read the bodies of requests in Firefox';
export const noTouchScreen = 'Playwright has no touch screen in Firefox';
export const noPrintMedia = 'Playwright does not show a page as printed in Firefox';

/** Firefox reports it when a page is left before its lazy parts have loaded. */
const abortedImport =
  /error loading dynamically imported module|^Error loading route module|Unable to preload CSS/;

/** In Firefox, Playwright's `goBack` and `goForward` wait for a load that a step within the page does not have. */
function stepWithoutLoad(page: Page): void {
  const step = (by: number) => async () => {
    await page.evaluate((delta) => void setTimeout(() => history.go(delta)), by);
    return null;
  };
  page.goBack = step(-1);
  page.goForward = step(1);
}

/** Runs in the pages of Firefox. */
function adaptToPlaywright(): void {
  // Playwright's `fill` and `insertText` assign `value`, where React's own setter makes React ignore the change. This
  // edits as a keyboard does.
  const insertText = (text: string): Element | undefined => {
    // Playwright goes on in the frame that has the focus.
    if (document.activeElement instanceof HTMLIFrameElement) return document.activeElement;
    document.execCommand('insertText', false, text);
    return undefined;
  };
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set: () => {} });
  // Playwright reports an error as the word "Error".
  const { error } = console;
  console.error = (...args) =>
    error(...args.map((arg) => (arg instanceof Error ? `${arg}\n${arg.stack}` : arg)));
}

/**
 * Logs what the page of a failed test shows and where the focus is, and saves a screenshot. Playwright's own option for
 * screenshots would take one of every test, and those of Firefox break our policy with an inline style.
 */
async function keepLastSight(page: Page, testInfo: TestInfo): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error));
  const focused = await page
    .evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    .catch((error: unknown) => String(error));
  console.error(`${testInfo.title}: ${page.url()}\n${shown}\nThe focus is on ${focused}`);
  const body = await page.screenshot().catch(() => undefined);
  if (body) await testInfo.attach('screen', { body, contentType: 'image/png' });
}

/** axe, with the browser's own timers where Playwright has stopped the clock: it would wait for them forever. */
export const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').then(
  (source) =>
    `((setTimeout, clearTimeout) => {${source}\n})(
      ...(({ setTimeout, clearTimeout }) => [setTimeout, clearTimeout])(globalThis.__pwClock?.builtins ?? globalThis)
    )`,
);

// React Aria's live announcer may refer to buttons that were removed.
const checkedParts = { exclude: [['[data-live-announcer]'], ['iframe', '[data-live-announcer]']] };

/** The arguments of axe.run. */
export const axeOptions = [
  checkedParts,
  {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  },
];

export const isFullTier = process.env.TEST_TIER === 'full';

/** The themes differ only in their colors. */
const contrastOptions = [
  checkedParts,
  { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] },
];

/**
 * WCAG 2.2 AA, as far as axe can check it, and axe's best practices. In the full tier only: in the fast one,
 * `every-route.test.ts` looks at each page once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (isFullTier) expect(await axeFindings(page), `axe at ${page.url()}`).toEqual([]);
}

/** The problems that axe finds, with their elements. In the full tier, and in Chromium, also those of the other theme. */
export async function axeFindings(page: Page): Promise<{ id: string; help: string; where: string[] }[]> {
  const source = await axeSource;
  // On a touch screen, React Aria shows a dialog with a focused field only when the keyboard is open, or after a while.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].every((dialog) =>
      dialog.checkVisibility({ opacityProperty: true }),
    ),
  );
  // axe in the page calls axe in each frame. Loading it takes longer than a check.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  }
  // To axe, a link that is scrolled halfway under a bar is a small target.
  await setPosition(page, 'static');
  const findings = await runAxe(page, axeOptions);
  // Playwright can't change the theme of Firefox.
  if (isFullTier && page.context().browser()?.browserType().name() === 'chromium') {
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
    findings.push(...(await runAxe(page, contrastOptions)));
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  }
  await setPosition(page, '');
  return findings;
}

async function runAxe(page: Page, options: object[]) {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${options.map((option) => JSON.stringify(option)).join(', ')})`,
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => `${node.target.join(' ')} ${node.html}: ${node.failureSummary ?? ''}`),
  }));
}

/** The bar of the staff area. */
const stickyBar = '[data-staff-bar]';

function setPosition(page: Page, position: string): Promise<void> {
  return page.evaluate(
    ([bar, value]) => document.querySelector<HTMLElement>(bar)?.style.setProperty('position', value),
    [stickyBar, position] as const,
  );
}

/** Fails if the page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `the width of ${page.url()}`).toBeLessThanOrEqual(window ?? 0);
}

/** Waits until the heading has focus, which moves there some frames after client-side navigation. */
export async function waitForHeadingFocus(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeFocused();
}

/** Waits until React handles the element's events. Before that a click on a button is lost, and a link loads a document. */
export async function waitForHydration(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((one) => Object.keys(one).some((name) => name.startsWith('__reactProps'))))
    .toBe(true);
}

/** Holds requests, such as the scripts that hydrate the page. Returns the function that lets them go. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Clicks "Try again" until `problem` is gone. Where realtime may refetch first, the button can be gone before. */
export async function tryAgain(page: Page, problem: Locator): Promise<void> {
  const button = page.getByRole('button', { name: 'Try again', exact: true }).first();
  await expect(async () => {
    await button.click({ timeout: 1000 }).catch(() => undefined);
    await expect(problem).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

/** Stops the page's clock. From then on, only `page.clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Presses Tab until the element has focus. */
export function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  return pressUntilFocused(page, 'Tab', target, maxPresses);
}

/**
 * Presses Shift+Tab until the element has focus. Not the long way around with Tab: after the end of the page, Firefox
 * goes on in its toolbar and doesn't return the focus to the page.
 */
export function tabBackTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  return pressUntilFocused(page, 'Shift+Tab', target, maxPresses);
}

async function pressUntilFocused(
  page: Page,
  key: string,
  target: Locator,
  maxPresses: number,
): Promise<void> {
  await target.waitFor();
  // Forms disable their button until the script is here.
  await expect(target).not.toHaveAttribute('disabled');
  for (let presses = 0; presses < maxPresses; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${maxPresses} presses of ${key} did not reach ${target}`);
}
