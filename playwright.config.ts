import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { portal } from './tests/e2e/support/portal.ts';
import type { Options } from './tests/e2e/support/test.ts';

const SECOND = 1000;
/** `npm test` runs tests without a tag; a tag names a slice of `npm run test:full` (CONTRIBUTING.md). */
const isFast = process.env.TEST_TIER !== 'full';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
const firefoxPath = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
const webkitPrograms = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/lib/python3/dist-packages/gi'];

/** In a container there is no sandbox for root, and /dev/shm is too small for a tab. */
const chromiumArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Without this, the headless shell draws wider letters than a window does.
  '--font-render-hinting=none',
];

/** Debian's Firefox ignores Playwright's options for these. */
const firefoxUserPrefs = {
  'ui.prefersReducedMotion': 1,
  'ui.useOverlayScrollbars': 1,
  'dom.serviceWorkers.enabled': false,
  // A text file forbids all images, so asking for its icon would be an error.
  'browser.chrome.site_icons': false,
  // Playwright does not notice a page that is restored from the cache.
  'browser.sessionhistory.max_total_viewers': 0,
  // Otherwise a file picker stays open, and its input can't open another one.
  'remote.bidi.dismiss_file_pickers.enabled': true,
  // Otherwise Firefox opens each downloaded PDF in a new tab.
  'pdfjs.disabled': true,
};

/**
 * A third of the files: the most common tasks, without features that only Chromium supports (DevTools sessions,
 * dark colors).
 */
const firefoxFiles = [
  'accounts/{accounts,login}',
  'booking/{booking,calendar}',
  'documents/{back-button,downloads,files,naming,who-looked}',
  'office/office',
  'preview/preview',
  'quote/quote',
  'returns/{checklist,returns}',
  'site/{contact,content}',
  'staff/{case,clients}',
  'tax-form/{number-doubts,tax-form}',
  'uploads/uploads',
].map((files) => `${files}.test.ts`);

/** Why a browser's tests are skipped; undefined if its programs are installed. */
function missing(browser: string, programs: string[], packages: string): string | undefined {
  const path = programs.find((program) => !existsSync(program));
  return path && `${browser}: ${path} is not installed (Debian: ${packages})`;
}

export default defineConfig<Options>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-portal.ts',
  forbidOnly: Boolean(process.env.CI),
  // `npm test` names each test that needed its second try.
  retries: 1,
  // One more than a small machine has cores: more only make each test slower.
  workers: 3,
  timeout: (isFast ? 60 : 300) * SECOND,
  globalTimeout: 30 * 60 * SECOND,
  // If the login is broken, for example, all others fail too.
  maxFailures: 10,
  expect: { timeout: (isFast ? 10 : 30) * SECOND },
  reporter: 'list',
  use: {
    baseURL: portal.url,
    actionTimeout: (isFast ? 10 : 30) * SECOND,
    navigationTimeout: (isFast ? 20 : 60) * SECOND,
    // A recording makes each test an eighth slower. Without snapshots of the page: to take them, Playwright fetches
    // blob: images, which our policy forbids. `Windows.close` takes a screenshot of a failed test.
    trace: { mode: 'on-first-retry', snapshots: false, screenshots: false },
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: 'webkit/**',
      use: {
        browserName: 'chromium',
        launchOptions: {
          executablePath: chromiumPath,
          args: chromiumArgs,
          // Where no locale is set, Chromium saves a name with "ñ" as "download".
          env: { ...process.env, LC_ALL: 'C.UTF-8' },
        },
        missingBrowser: missing('Chromium', [chromiumPath], 'chromium-headless-shell'),
      },
    },
    {
      name: 'firefox',
      testMatch: firefoxFiles,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: firefoxPath, firefoxUserPrefs },
        missingBrowser: missing('Firefox', [firefoxPath], 'firefox-esr'),
      },
    },
    {
      name: 'webkit',
      testMatch: 'webkit/**/*.test.ts',
      use: {
        missingBrowser: missing(
          'WebKit',
          webkitPrograms,
          'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
        ),
      },
    },
  ],
});
