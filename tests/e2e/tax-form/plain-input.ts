import type { Locator, Page } from '@playwright/test';

/**
 * A plain browser input, to compare a number field with. It has a separate page, because Chromium keeps one
 * edit history for the whole page.
 */
export async function plainInput(page: Page): Promise<Locator> {
  const plain = await page.context().newPage();
  await plain.setContent('<button>Before</button><input><button>After</button>');
  return plain.locator('input');
}

export const digitsIn = async (input: Locator): Promise<string> =>
  // Without the country code, which the field itself writes.
  (await input.inputValue()).replace(/^\+1 |[^0-9]/g, '');

/** What a password manager does: the browser's own setter, then the events. */
export async function fillByScript(input: Locator, value: string): Promise<void> {
  await input.evaluate((box: HTMLInputElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/** Puts the cursor after this many digits, with keys on the keyboard. */
export async function placeCursorAfter(input: Locator, digits: number): Promise<void> {
  const text = await input.inputValue();
  const country = text.startsWith('+1 ') ? 3 : 0;
  const before = [...text.slice(country).matchAll(/[0-9]/g)][digits - 1]?.index;
  const at = digits === 0 ? country : before === undefined ? text.length : country + before + 1;
  await input.press('Home');
  for (let presses = 0; presses < at; presses++) await input.page().keyboard.press('ArrowRight');
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
