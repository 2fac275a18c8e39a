import type { Locator, Page } from '@playwright/test';
import fc from 'fast-check';
import { waitForForm } from '../support/booking.ts';
import { hold, waitForHydration } from '../support/browser.ts';
import { answerField, inputOf, readDraft, sectionHeading } from '../support/form-page.ts';
import { expect, test } from '../support/test.ts';
import { digitsIn, fillByScript, paste, placeCursorAfter, plainInput } from './plain-input.ts';

const longer = { timeout: 20_000 };

test('typing over a number replaces it, whether focused by Tab, click, or script', {
  tag: '@details-client',
}, async ({ openForm }) => {
  const { page, account } = await openForm();
  const ssn = inputOf(page, 'ssn');
  const stored = (key: 'ssn' | 'routingNumber') =>
    expect.poll(async () => (await readDraft(account))?.[key], longer);

  await ssn.focus();
  await page.keyboard.type('12345');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('987654321');
  await expect(ssn).toHaveValue('987-65-4321');
  await stored('ssn').toBe('987-65-4321');

  // Over a full number, in the other direction. A full number takes no further digit.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2223344449');
  await expect(ssn).toHaveValue('222-33-4444');
  await page.keyboard.press('Tab');
  await ssn.click();
  await page.keyboard.type('333445555');
  await expect(ssn).toHaveValue('333-44-5555');

  await page.goto('/secured-files?step=bank');
  await answerField(page, 'directDeposit', 'yes');
  const routing = inputOf(page, 'routingNumber');
  // What password managers do: once without the focus, and twice with it.
  for (const withFocus of [false, true, true]) {
    if (withFocus) await routing.focus();
    await fillByScript(routing, '011000015');
    if (withFocus) await routing.blur();
  }
  await page.getByRole('button', { name: 'Show Routing number' }).click();
  await expect(routing).toHaveValue('011000015');
  await routing.focus();
  await page.keyboard.insertText('021000021');
  await expect(routing).toHaveValue('021000021');
  await stored('routingNumber').toBe('021000021');
});

type Operation = (input: Locator, isPlain: boolean) => Promise<void>;
interface Named {
  name: string;
  /** How many digits must fit: a full number takes no key. */
  needsRoom?: number;
  run: Operation;
}

/** Focusing the field always selects all; a plain input does so only when Tab focuses it. */
const selected: Operation = async (input, isPlain) => {
  if (isPlain) await input.evaluate((box: HTMLInputElement) => box.select());
};
const key = (name: string): Named => ({ name, run: (input) => input.press(name) });

const away: Named[] = [
  {
    name: 'Tab, Shift+Tab',
    run: async (input) => {
      await input.press('Tab');
      await input.page().keyboard.press('Shift+Tab');
    },
  },
  {
    name: 'Shift+Tab, Tab',
    run: async (input) => {
      await input.press('Shift+Tab');
      await input.page().keyboard.press('Tab');
    },
  },
  {
    name: 'Tab, click',
    run: async (input, isPlain) => {
      await input.press('Tab');
      await input.click({ position: { x: 20, y: 10 } });
      await selected(input, isPlain);
    },
  },
  {
    name: 'blur, focus',
    run: async (input, isPlain) => {
      await input.blur();
      await input.focus();
      await selected(input, isPlain);
    },
  },
];

/** The characters that the field accepts. */
interface Shape {
  /** The number of digits in a whole number. */
  length: number;
  /** More digits than that can be typed, not only pasted; the field reports them as a mistake. */
  isOpen?: true;
  /** What people put between digits, if the field drops it. */
  noise?: string[];
}

/** No area code begins with 1: a leading 1 would be the country code. */
const digit = fc.stringMatching(/^[2-9]$/);
const digits = (least: number, most: number) =>
  fc.array(digit, { minLength: least, maxLength: most }).map((list) => list.join(''));

function operations({ length, noise: noises = ['', '-', ' ', '.'] }: Shape): fc.Arbitrary<Named> {
  const typed = digits(1, length).map((text) => ({
    name: `type ${text}`,
    needsRoom: text.length,
    run: (input: Locator) => input.page().keyboard.type(text),
  }));
  const pasted = fc.tuple(digits(1, length), fc.constantFrom(...noises)).map(([text, noise]) => ({
    name: `paste ${text} with "${noise}"`,
    run: (input: Locator, isPlain: boolean) => paste(input, isPlain ? text : [...text].join(noise)),
  }));
  const committed = digits(2, length).map((text) => ({
    name: `a phone's keyboard commits ${text}`,
    needsRoom: text.length,
    run: (input: Locator) => input.page().keyboard.insertText(text),
  }));
  const filled = fc.tuple(digits(length, length), fc.boolean()).map(([text, fromOutside]) => ({
    name: `autofill ${text}${fromOutside ? ' from outside' : ''}`,
    run: async (input: Locator, isPlain: boolean) => {
      if (fromOutside && !isPlain) await input.blur();
      if (isPlain) {
        // The setter would break the plain input's undo. An edit can be undone, as it can in our field.
        await input.evaluate((box: HTMLInputElement) => box.select());
        await input.page().keyboard.insertText(text);
      } else await fillByScript(input, text);
      if (!fromOutside) return;
      if (isPlain) await input.blur();
      await input.focus();
      await selected(input, isPlain);
    },
  }));
  const placed = fc.nat(length).map((count) => ({
    name: `cursor behind ${count}`,
    run: (input: Locator) => placeCursorAfter(input, count),
  }));
  const keys = ['ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+y', 'Backspace', 'Delete', 'End'].map(
    key,
  );
  return fc.oneof(
    { arbitrary: typed, weight: 4 },
    { arbitrary: fc.constantFrom(...keys), weight: 5 },
    { arbitrary: fc.constantFrom(...away), weight: 3 },
    { arbitrary: pasted, weight: 2 },
    { arbitrary: placed, weight: 2 },
    { arbitrary: committed, weight: 1 },
    { arbitrary: filled, weight: 1 },
  );
}

/** The same operations on both, in any order: the digits are the same after each. */
async function behavesAsPlain(field: Locator, shape: Shape, fresh: () => Promise<void>): Promise<void> {
  const plain = await plainInput(field.page());
  const most = shape.isOpen ? Number.POSITIVE_INFINITY : shape.length;
  const sequences = fc.array(operations(shape), { minLength: 6, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      await field.fill('');
      await fresh();
      await field.focus();
      await plain.evaluate((box: HTMLInputElement) => {
        const anew = box.cloneNode() as HTMLInputElement;
        anew.value = '';
        box.replaceWith(anew);
        anew.focus();
      });
      const done: string[] = [];
      for (const { name, needsRoom = 0, run } of steps) {
        if (needsRoom > most - (await digitsThatStay(plain))) continue;
        done.push(name);
        await run(plain, true);
        await run(field, false);
        expect(await digitsIn(field), done.join('; ')).toBe(await digitsIn(plain));
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
  await plain.page().close();
}

/** How many digits are not selected. */
const digitsThatStay = (input: Locator) =>
  input.evaluate(
    ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
      value.length - (selectionEnd ?? 0) + (selectionStart ?? 0),
  );

/** To another section and back: the field is created again, and remembers nothing. */
async function turnPage(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(sectionHeading(page, title)).toBeVisible();
}

const inOrder: [path: string, step: string, title: string, shape: Shape][] = [
  ['ssn', 'you', 'About you', { length: 9 }],
  ['phone', 'you', 'About you', { length: 10 }],
  ['zipCode', 'you', 'About you', { length: 10, noise: [''] }],
  ['businessEin', 'business', 'Your business', { length: 9 }],
  ['dependents.0.ssn', 'dependents', 'Your dependents', { length: 9 }],
  // These keep what is between the digits, so that Delete removes it first.
  ['routingNumber', 'bank', 'Your refund', { length: 9, isOpen: true, noise: [''] }],
  ['accountNumber', 'bank', 'Your refund', { length: 17, isOpen: true, noise: [''] }],
];

test('every number field of the tax form behaves like a plain input', { tag: '@details-client' }, async ({
  openForm,
}) => {
  const { page } = await openForm();
  await answerField(page, 'isNew', 'yes');
  const opens: Partial<Record<string, string>> = {
    business: 'businessTaxes',
    dependents: 'anyDependents',
    bank: 'directDeposit',
  };
  let shown = 'you';
  for (const [path, step, title, shape] of inOrder) {
    if (step !== shown) {
      await expect(page.getByText(/^Saved at/)).toBeVisible();
      await page.goto(`/secured-files?step=${step}`);
      await answerField(page, opens[step] ?? '', 'yes');
      shown = step;
    }
    await expect(sectionHeading(page, title)).toBeVisible();
    await behavesAsPlain(inputOf(page, path), shape, () => turnPage(page, title));
  }
});

for (const [path, screen] of [
  ['/booking', 'desktop'],
  ['/signup', 'phone'],
] as const) {
  test(`the phone field on ${path} behaves like a plain input`, { tag: '@details-client' }, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser({ screen });
    await page.goto(path);
    const field = page.locator('#phone');
    await behavesAsPlain(field, { length: 10 }, async () => {
      await page.reload();
      // Before its script loads, the field is a plain one.
      await waitForHydration(field);
    });
  });
}

test('IME input, drag and drop, and switching windows give the same text as in a plain input', {
  tag: '@details-client',
}, async ({ openForm }) => {
  const { page } = await openForm();
  const ssn = inputOf(page, 'ssn');
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });

  await ssn.focus();
  await compose('1');
  await compose('1234');
  // Nothing is written into text that a keyboard is composing: the keyboard would type it a second time.
  await expect(ssn).toHaveValue('1234');
  await compose('12345');
  await page.keyboard.insertText('12345');
  await expect(ssn).toHaveValue('123-45');
  await page.keyboard.insertText('6789');
  await expect(ssn).toHaveValue('123-45-6789');

  // Another window in front, and back: people who copy from there continue where they were.
  await page.keyboard.press('Home');
  await ssn.evaluate((box: HTMLInputElement) => {
    box.dispatchEvent(new FocusEvent('blur'));
    box.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
  await expect(ssn).toHaveValue('***-**-6789');
  await ssn.evaluate((box: HTMLInputElement) => {
    box.dispatchEvent(new FocusEvent('focus'));
    box.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  });
  await expect(ssn).toHaveValue('123-45-6789');
  const selection = () => ssn.evaluate((box: HTMLInputElement) => [box.selectionStart, box.selectionEnd]);
  expect(await selection()).toEqual([0, 0]);
  await page.keyboard.press('Delete');
  await expect(ssn).toHaveValue('234-56-789');

  // Text dropped on a masked number replaces it.
  const occupation = inputOf(page, 'occupation');
  await occupation.fill('222 33 4444');
  await drag(page, occupation, ssn);
  await expect.poll(() => digitsIn(ssn)).toBe('222334444');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(ssn).toHaveValue('234-56-789');
});

/** Drags all the text from one input to another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.selectText();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 40, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

test('keeps text typed before hydration and lets typing continue', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/booking', { waitUntil: 'commit' });
  const phone = page.getByLabel('Phone');
  await phone.pressSequentially('20355');
  release();
  await waitForForm(page);
  await page.keyboard.type('50142');
  await expect(phone).toHaveValue('+1 203-555-0142');
});
