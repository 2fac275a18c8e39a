import { test as base } from '@playwright/test';
import { type OpenBrowser, Windows } from './browser.ts';
import { openDay } from './calendar.ts';
import { openWithRealtime } from './case.ts';
import { openClientFiles, openFiles, openFilesAs } from './files-page.ts';
import { openForm, openFormAs } from './form-page.ts';
import { openPreviews } from './preview/preview-page.ts';
import { openCase, openClientList, openStaffPage } from './staff-page.ts';

export { expect } from '@playwright/test';

/** A helper that opens windows, without its first parameter. */
type Bound<Helper> = Helper extends (openBrowser: OpenBrowser, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

export interface Options {
  /** Why the tests of a project are skipped on this machine. */
  missingBrowser: string | undefined;
}

export interface Fixtures {
  skipWithoutBrowser: undefined;
  openBrowser: OpenBrowser;
  openCase: Bound<typeof openCase>;
  openDay: Bound<typeof openDay>;
  openClientList: Bound<typeof openClientList>;
  openStaffPage: Bound<typeof openStaffPage>;
  openFormAs: Bound<typeof openFormAs>;
  openWithRealtime: Bound<typeof openWithRealtime>;
  openFilesAs: Bound<typeof openFilesAs>;
  openClientFiles: Bound<typeof openClientFiles>;
  openFiles: Bound<typeof openFiles>;
  openForm: Bound<typeof openForm>;
  openPreviews: Bound<typeof openPreviews>;
}

/** Makes a fixture of a helper, so that the windows it opens belong to the test. */
export function bind<Args extends unknown[], Result>(
  helper: (openBrowser: OpenBrowser, ...args: Args) => Result,
) {
  return async (
    { openBrowser }: { openBrowser: OpenBrowser },
    use: (bound: (...args: Args) => Result) => Promise<void>,
  ) => use((...args) => helper(openBrowser, ...args));
}

export const test = base.extend<Options & Fixtures>({
  missingBrowser: [undefined, { option: true }],
  skipWithoutBrowser: [
    async ({ missingBrowser }, use, testInfo) => {
      testInfo.skip(missingBrowser !== undefined, missingBrowser);
      await use(undefined);
    },
    { auto: true },
  ],
  openBrowser: async ({ browser }, use, testInfo) => {
    const windows = new Windows(browser);
    await use(windows.open);
    await windows.close(testInfo);
  },
  openCase: bind(openCase),
  openDay: bind(openDay),
  openClientList: bind(openClientList),
  openStaffPage: bind(openStaffPage),
  openFormAs: bind(openFormAs),
  openWithRealtime: bind(openWithRealtime),
  openFilesAs: bind(openFilesAs),
  openClientFiles: bind(openClientFiles),
  openFiles: bind(openFiles),
  openForm: bind(openForm),
  openPreviews: bind(openPreviews),
});
