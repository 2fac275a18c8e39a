import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';

/** The two sizes that every screen must be good at. */
export const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
export type Screen = keyof typeof screens;

/** All that a screen can look like: what only one size has must be good in both themes. */
export const looks: [Screen, 'light' | 'dark'][] = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
];

export interface OpenOptions {
  screen?: Screen;
  colorScheme?: 'light' | 'dark';
  /** Where its owner's clocks are; the office's own zone without it. */
  timezoneId?: string;
  /** False: the browser runs no scripts. */
  javaScriptEnabled?: boolean;
  /** With the site's service worker, which else is left out: the network is what a test watches and cuts. */
  serviceWorker?: boolean;
  /** Console errors that this test provokes, such as the browser's note about a refused login. */
  expectedErrors?: RegExp[];
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
}

let running: Promise<Browser> | undefined;

/** The machine's own Chromium, one for each test file; it ends with the process that runs the file. */
function browser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    // As root there is no sandbox to be had; in containers /dev/shm is too small for a tab.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  return running;
}

/**
 * A person with a browser of their own (nothing stored, nobody signed in), looking at nothing yet. When the test
 * ends, it fails if the browser had anything to complain about: a script error, a violated security policy.
 */
export async function openBrowser({
  screen = 'desktop',
  colorScheme = 'light',
  timezoneId = 'America/New_York',
  javaScriptEnabled = true,
  serviceWorker = false,
  expectedErrors = [],
}: OpenOptions = {}): Promise<Visitor> {
  const context = await (await browser()).newContext({
    ...screens[screen],
    colorScheme,
    baseURL: inject('portal').url,
    locale: 'en-US',
    timezoneId,
    javaScriptEnabled,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expectedErrors.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complain(error.error().stack ?? error.error().message));
  // A violation is not always an error in the console: a caught eval is silent.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Security policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`,
      );
    });
  });
  const page = await context.newPage();

  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      console.error(`${task.name}: ${page.url()} as a screen reader tells it\n${await told(page)}`);
      await keepPicture(page, task.name);
    }
    await context.close();
    expect(complaints, 'what the browser complained about').toEqual([]);
  });
  return { page, context };
}

const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 AA, as far as a machine can tell, and axe's own advice. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page), `axe at ${page.url()}`).toEqual([]);
}

/** The problems that axe finds in the page, with their places. */
export async function axeFindings(page: Page): Promise<{ id: string; help: string; where: string[] }[]> {
  const source = await axeSource;
  // axe in the page asks the axe in each of its frames.
  for (const frame of page.frames()) await frame.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({
      // React Aria's log of what it has read aloud: it may name buttons that are gone.
      exclude: [['[data-live-announcer]'], ['iframe', '[data-live-announcer]']],
    })}, ${JSON.stringify({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    })})`,
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
}

/** Nothing may be wider than the screen: no sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `the width of ${page.url()}`).toBeLessThanOrEqual(window ?? 0);
}

/** A page that was come to by a link begins at its heading, some frames later: before that the focus still moves. */
export async function focusAtHeading(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('main h1') ?? false);
}

/** Goes on with the Tab key until the element has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, patience = 60): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < patience; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${patience} presses of Tab did not reach ${target}`);
}

/** What the page shows and where the focus is, for a log that has no pictures. */
function told(page: Page): Promise<string> {
  return page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error));
}

/** For the eyes of whoever mends the test; the folder is set by whoever wants the pictures. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder || page.isClosed()) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true });
}
