import type { Locator, Page } from 'playwright-core';

/**
 * An input as the browser makes it, to compare a number field with. It has a page of its own: Chromium keeps one
 * history of edits for a whole page.
 */
export async function plainInput(page: Page, digits: number): Promise<Locator> {
  const plain = await page.context().newPage();
  await plain.setContent(`<button>Before</button><input maxlength="${digits}"><button>After</button>`);
  return plain.locator('input');
}

export const digitsIn = async (input: Locator): Promise<string> =>
  (await input.inputValue()).replace(/[^0-9]/g, '');

/** What a password manager does: the browser's own setter, then the events. */
export async function fillByScript(input: Locator, value: string): Promise<void> {
  await input.evaluate((box: HTMLInputElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/** Puts the cursor behind so many digits, with the keys that a person has. */
export async function cursorBehind(input: Locator, digits: number): Promise<void> {
  await input.press('Home');
  const seen = () =>
    input.evaluate(
      ({ value, selectionStart }: HTMLInputElement) =>
        value.slice(0, selectionStart ?? 0).replace(/[^0-9]/g, '').length,
    );
  const length = await input.evaluate(({ value }: HTMLInputElement) => value.length);
  for (let presses = 0; presses < length && (await seen()) < digits; presses++)
    await input.press('ArrowRight');
}

/** The system's clipboard, as Ctrl+V reads it. */
export async function paste(input: Locator, text: string): Promise<void> {
  const page = input.page();
  await page.evaluate((copied) => {
    const listen = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', copied);
      event.preventDefault();
    };
    document.addEventListener('copy', listen, { once: true, capture: true });
  }, text);
  await input.press('ControlOrMeta+c');
  await input.press('ControlOrMeta+v');
}
