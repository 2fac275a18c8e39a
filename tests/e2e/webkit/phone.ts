import { writeFile } from 'node:fs/promises';
import { axeOptions, axeSource } from '../support/browser.ts';
import type { Account } from '../support/documents.ts';
import { portal } from '../support/portal.ts';
import { sessionKeyOf } from '../support/sign-in.ts';
import { test as base, expect } from '../support/test.ts';
import { type Driver, DriverError, type Element, Session, startDriver } from './driver.ts';

export { expect };

/** WebKit renders in software here and solves the captcha slowly. */
const TIMEOUT_MS = 45_000;

/** Errors of an element that React has just replaced, or that is not on the screen yet: look for it again. */
const transient = new Set([
  'no such element',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
]);

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
const named = (name: string) => `normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}`;

/** XPaths by visible text. */
export const button = (name: string) => `//*[self::button or @role='button'][${named(name)}]`;
export const link = (name: string) => `//a[${named(name)}]`;
export const heading = (name: string) =>
  `//*[self::h1 or self::h2 or self::h3][normalize-space()=${quoted(name)}]`;
export const field = (label: string) =>
  `//*[self::input or self::textarea][@id=//label[normalize-space()=${quoted(label)}]/@for]`;
export const text = (part: string) =>
  `//body//*[not(self::script)][contains(normalize-space(), ${quoted(part)})][not(*[contains(normalize-space(), ${quoted(part)})])]`;

/** A phone's browser. Its actions wait for their element, as Playwright's do. */
export class Phone {
  readonly session: Session;
  readonly driver: Driver;

  constructor(session: Session, driver: Driver) {
    this.session = session;
    this.driver = driver;
  }

  goto(path: string): Promise<void> {
    return this.session.goto(new URL(path, portal.url).href);
  }

  /** Waits until the element is visible. */
  see(xpath: string, timeout = TIMEOUT_MS): Promise<void> {
    return this.#retry(xpath, async () => {}, timeout);
  }

  async dontSee(xpath: string): Promise<void> {
    await expect
      .poll(async () => {
        try {
          return await this.session.isDisplayed(await this.session.find(xpath));
        } catch (error) {
          if (error instanceof DriverError && transient.has(error.code)) return false;
          throw error;
        }
      }, `${xpath} is hidden`)
      .toBe(false);
  }

  press(xpath: string): Promise<void> {
    return this.#retry(xpath, async (element) => {
      if (!(await this.session.isEnabled(element))) throw new Error(`${xpath} is disabled`);
      await this.session.center(element);
      await this.session.click(element);
    });
  }

  async fill(label: string, value: string): Promise<void> {
    await this.#retry(field(label), async (element) => {
      await this.session.center(element);
      // React gets no event when the driver clears a field.
      await this.session.run('arguments[0].focus(); arguments[0].select()', element);
      await this.session.type(element, value);
    });
  }

  async valueOf(label: string): Promise<string> {
    return this.session.property(await this.session.find(field(label)), 'value');
  }

  /** Presses a button that opens the file picker, and chooses files. The driver would cancel the picker, so it stays closed. */
  async chooseFiles(xpath: string, paths: string[]): Promise<void> {
    await this.session.run('HTMLInputElement.prototype.click = () => {}');
    await this.press(xpath);
    const input = await this.session.find("//body/input[@type='file']");
    await this.session.type(input, paths.join('\n'));
  }

  /** Stores the session that a login would leave in the browser. */
  async signIn({ api }: Account): Promise<void> {
    const { data } = await api.auth.getSession();
    await this.goto('/robots.txt');
    await this.session.run(
      'localStorage.setItem(arguments[0], arguments[1])',
      sessionKeyOf(portal.url),
      JSON.stringify(data.session),
    );
  }

  async expectPath(path: string): Promise<void> {
    await expect
      .poll(async () => new URL(await this.session.url()).pathname, { timeout: TIMEOUT_MS })
      .toBe(path);
  }

  /** Waits until the heading has focus, which moves there some frames after client-side navigation. */
  async waitForHeadingFocus(): Promise<void> {
    await expect.poll(() => this.session.run<string>('return document.activeElement.tagName')).toBe('H1');
  }

  /** No axe findings and no sideways scrolling. */
  async expectGoodScreen(): Promise<void> {
    // A dialog is transparent at first.
    const isOpaque = 'return document.getAnimations().every(({ playState }) => playState !== "running")';
    await expect.poll(() => this.session.run<boolean>(isOpaque), { timeout: TIMEOUT_MS }).toBe(true);
    await this.session.run(await axeSource);
    const findings = await this.session.run<string[]>(
      `return axe.run(...arguments).then(({ violations }) =>
         violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.target.join(' ')).join(', ')))`,
      ...axeOptions,
    );
    expect(findings, `axe at ${await this.session.url()}`).toEqual([]);
    const overflow = await this.session.run<number>(
      'const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth',
    );
    expect(overflow, 'sideways scrolling').toBeLessThanOrEqual(0);
  }

  async #retry(xpath: string, act: (element: Element) => Promise<void>, timeout = TIMEOUT_MS): Promise<void> {
    await expect(async () => {
      const element = await this.session.find(xpath);
      if (!(await this.session.isDisplayed(element))) throw new Error(`${xpath} is not visible`);
      await act(element);
    }).toPass({ timeout });
  }
}

interface WorkerFixtures {
  driver: Driver;
}

export const test = base.extend<{ phone: Phone }, WorkerFixtures>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const driver = await startDriver();
      await use(driver);
      await driver.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  phone: async ({ driver }, use, testInfo) => {
    const session = await Session.open(driver);
    await use(new Phone(session, driver));
    if (testInfo.status !== testInfo.expectedStatus) {
      await writeFile(testInfo.outputPath('screen.png'), await session.screenshot());
    }
    await session.close();
  },
});
