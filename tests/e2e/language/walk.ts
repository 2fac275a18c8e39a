import type { Page } from '@playwright/test';
import { plainWords, readScreen, textsIn } from './screen-texts.ts';

/** Requests that look like a change and only read. */
const reads =
  /rpc\/(?:client_overviews|failed_mails|find_people|last_form_print|list_(?:clients|folder)|my_sessions|office_log|office_queues|profiles_of_addresses|reply_mails|reveal_tax_(?:answer|form)|staff_invitations|unfinished_uploads)|object\/(?:list|sign)|verify-recaptcha/;
const SERVICE = /\/(?:rest|functions|auth|storage)\/v1\//;
/** A busy machine serves slowly. */
const NAVIGATION_MS = 120_000;
/** How deep dialogs open dialogs. */
const DEPTH = 3;
const LONGEST_FORM = 12;
const failure = { code: 'XX000', message: 'Ŵĩŕē' };

/** Looks at the screens of one person, and remembers texts in plain letters. */
export class Walk {
  readonly page: Page;
  readonly #url: string;
  /** Buttons that were pressed, on whatever screen. */
  readonly #pressed: Set<string>;
  readonly #quoted = new Set<string>();
  readonly #findings = new Map<string, string>();
  #settles = 0;

  constructor(page: Page, url: string, pressed: Set<string>) {
    this.page = page;
    this.#url = url;
    this.#pressed = pressed;
  }

  /**
   * The server translates what this function answers. Its Spanish is in plain letters, so the page only quotes it.
   * @param name of the function
   */
  async quoteAnswersOf(name: string): Promise<void> {
    await this.page.route(`**/functions/v1/${name}*`, async (route) => {
      const response = await route.fetch();
      for (const text of textsIn(await response.json())) if (/\S \S+ \S/.test(text)) this.#quoted.add(text);
      await route.fulfill({ response });
    });
  }

  get findings(): string[] {
    return [...this.#findings.values()];
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.#url + path, { timeout: NAVIGATION_MS, waitUntil: 'domcontentloaded' });
    await this.#settle();
  }

  /** Reads the screen as it is now. */
  async look(where: string): Promise<void> {
    for (const { element, text } of await this.page.evaluate(readScreen)) {
      const words = this.#quoted.has(text.trim()) ? undefined : plainWords(text, where);
      const said = `${element}: ${text.trim().slice(0, 200)}`;
      if (words && !this.#findings.has(said)) {
        this.#findings.set(said, `${where}: ${said} (${words})`);
      }
    }
  }

  /** Answers each change with an error, so that each button can be pressed. */
  async refuseChanges(): Promise<void> {
    await this.page.route(SERVICE, (route) => {
      const request = route.request();
      if (['GET', 'HEAD', 'OPTIONS'].includes(request.method()) || reads.test(request.url()))
        return route.fallback();
      return route.fulfill({ status: 500, json: failure });
    });
  }

  /** Reads the screen, presses each button that was not pressed before, and reads what it opens. */
  async explore(path: string): Promise<void> {
    await this.open(path);
    await this.look(path);
    await this.#pressAll(path, []);
  }

  async #pressAll(path: string, above: readonly string[]): Promise<void> {
    if (above.length === DEPTH) return;
    const keys = (await this.#buttons()).filter((key) => !this.#pressed.has(key));
    for (const key of keys) {
      // Another walk, or a dialog of this one, has pressed it meanwhile.
      if (this.#pressed.has(key)) continue;
      this.#pressed.add(key);
      if (!(await this.#buttons()).includes(key)) await this.#repeat(path, above);
      if (!(await this.#press(key))) continue;
      const chain = [...above, key];
      await this.look(`${path}, ${chain.join(', ')}`);
      await this.#pressAll(path, chain);
      await this.page.keyboard.press('Escape');
    }
  }

  async #buttons(): Promise<string[]> {
    return (await this.page.evaluate(buttons)).map(({ key }) => key);
  }

  async #repeat(path: string, presses: readonly string[]): Promise<void> {
    await this.open(path);
    for (const key of presses) await this.#press(key);
  }

  async #press(key: string): Promise<boolean> {
    const done = await this.page.evaluate(
      ([source, wanted]) => {
        const find = new Function(`return (${source})()`) as () => { key: string; element: HTMLElement }[];
        const button = find().find((one) => one.key === wanted)?.element;
        button?.focus();
        button?.click();
        return button !== undefined;
      },
      [buttons.toString(), key] as const,
    );
    await this.#settle();
    return done;
  }

  /** Answers the questions of a page that shows one after the other. */
  async answerAll(path: string): Promise<void> {
    await this.open(path);
    for (let step = 1; step <= LONGEST_FORM; step++) {
      const before = await this.page.locator('main').textContent();
      await this.page.evaluate(answerAndGoOn);
      await this.#settle();
      await this.look(`${path}, step ${step}`);
      if ((await this.page.locator('main').textContent()) === before) return;
    }
  }

  /** Opens pages whose data can't be read. */
  async failToRead(paths: readonly string[]): Promise<void> {
    await this.page.route(/\/(?:rest|functions|storage)\/v1\//, (route) =>
      route.fulfill({ status: 500, json: failure }),
    );
    for (const path of paths) {
      await this.open(path);
      await this.look(`${path}, without data`);
    }
  }

  /** Waits until the page has loaded what it shows and no longer changes. */
  async #settle(): Promise<void> {
    this.#settles += 1;
    await this.page.waitForFunction(isQuiet, this.#settles, { polling: 30, timeout: NAVIGATION_MS });
  }
}

/** Runs in the page, again and again. True for a page that keeps changing, too, after some seconds. */
function isQuiet(settle: number): boolean {
  const QUIET_MS = 100;
  const LIMIT_MS = 4000;
  const now = performance.now();
  const page = window as { watch?: { settle: number; began: number; last: number } };
  if (!page.watch) {
    const watch = { settle, began: now, last: now };
    page.watch = watch;
    new MutationObserver(() => {
      watch.last = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  } else if (page.watch.settle !== settle) {
    Object.assign(page.watch, { settle, began: now, last: now });
  }
  const isLoading =
    [...document.querySelectorAll('.animate-pulse, [aria-busy=true], [style*="opacity: 0"]')].some((one) =>
      one.checkVisibility(),
    ) || document.querySelector('main h1, main h2, [role=dialog]') === null;
  const { began, last } = page.watch;
  return (now - last >= QUIET_MS && !isLoading) || now - began >= LIMIT_MS;
}

/** Runs in the page. What can be pressed, in the dialog or menu in front if there is one. */
function buttons(): { key: string; element: HTMLElement }[] {
  const fronts = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
  const front = [...fronts].filter((one) => one.checkVisibility()).at(-1) ?? document.body;
  const pressable =
    'button:not(:disabled), [role=button], [role=menuitem], [role=tab], [role=switch], summary, input[type=radio], input[type=checkbox]';
  return [...front.querySelectorAll<HTMLElement>(pressable)]
    .filter((one) => one.closest('[inert], [aria-hidden=true]') === null && one.checkVisibility())
    .filter((one) => one.getAttribute('aria-disabled') !== 'true')
    .map((element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? '';
      const form = element.matches('[type=submit]')
        ? (element.closest('form')?.textContent ?? '').slice(0, 40)
        : '';
      // The same button of another file, day, or client opens the same dialog.
      const alike = name
        .replace(/: .*/, '')
        .replace(/[\w().-]+\.\w{3,4}\b|\d+/g, '#')
        .trim()
        .slice(0, 60);
      return { key: form === '' ? alike : `${alike} (${form})`, element };
    });
}

/** Runs in the page. Chooses the first answers, and presses the last button. */
function answerAndGoOn(): void {
  const main = document.querySelector('main') ?? document.body;
  const choices = [...main.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')];
  if (!choices.some((one) => one.checked)) choices[0]?.click();
  setTimeout(() => {
    const able = [...main.querySelectorAll<HTMLButtonElement>('form button:not(:disabled)')];
    able
      .filter((one) => one.checkVisibility())
      .at(-1)
      ?.click();
  }, 50);
}
