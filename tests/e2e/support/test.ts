import { test as base } from '@playwright/test';
import { type OpenBrowser, Windows } from './browser.ts';
import { openDay } from './calendar.ts';
import { openListening } from './case.ts';
import { openCase, openDesk } from './desk.ts';
import { visitAs, visitClientFiles, visitFiles } from './files-visit.ts';
import { visitPreviews } from './preview-page.ts';
import { openFormAs, visitForm } from './yearly-form.ts';

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
  openDesk: Bound<typeof openDesk>;
  openFormAs: Bound<typeof openFormAs>;
  openListening: Bound<typeof openListening>;
  visitAs: Bound<typeof visitAs>;
  visitClientFiles: Bound<typeof visitClientFiles>;
  visitFiles: Bound<typeof visitFiles>;
  visitForm: Bound<typeof visitForm>;
  visitPreviews: Bound<typeof visitPreviews>;
}

/** Makes a fixture of a helper: the windows that it opens belong to the test. */
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
  openDesk: bind(openDesk),
  openFormAs: bind(openFormAs),
  openListening: bind(openListening),
  visitAs: bind(visitAs),
  visitClientFiles: bind(visitClientFiles),
  visitFiles: bind(visitFiles),
  visitForm: bind(visitForm),
  visitPreviews: bind(visitPreviews),
});
