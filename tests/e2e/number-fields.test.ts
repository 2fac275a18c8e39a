import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { cursorBehind, digitsIn, fillByScript, paste, plainInput } from './support/plain-input.ts';
import { at, draftOf, give, sectionHeading, visitForm } from './support/yearly-form.ts';

const patience = { timeout: 20_000 };

test('a number that is typed over another one replaces it: by Tab, by click, and by script', async () => {
  const { page, account } = await visitForm();
  const ssn = at(page, 'ssn');
  const stored = (key: 'ssn' | 'routingNumber') =>
    expect.poll(async () => (await draftOf(account))?.[key], patience);

  await ssn.focus();
  await page.keyboard.type('12345');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('987654321');
  expect(await ssn.inputValue()).toBe('987-65-4321');
  await stored('ssn').toBe('987-65-4321');

  // Over a full number, from the other side.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('222334444');
  expect(await ssn.inputValue()).toBe('222-33-4444');
  await page.keyboard.press('Tab');
  await ssn.click();
  await page.keyboard.type('333445555');
  expect(await ssn.inputValue()).toBe('333-44-5555');

  await page.goto('/secured-files?step=bank');
  await give(page, 'directDeposit', 'yes');
  const routing = at(page, 'routingNumber');
  // What password managers do, once without the focus and twice with it.
  for (const withFocus of [false, true, true]) {
    if (withFocus) await routing.focus();
    await fillByScript(routing, '011000015');
    if (withFocus) await routing.blur();
  }
  await page.getByRole('button', { name: 'Show Routing number' }).click();
  expect(await routing.inputValue()).toBe('011000015');
  await routing.focus();
  await page.keyboard.insertText('021000021');
  expect(await routing.inputValue()).toBe('021000021');
  await stored('routingNumber').toBe('021000021');
});

type Operation = (input: Locator, isPlain: boolean) => Promise<void>;
interface Named {
  name: string;
  run: Operation;
}

/** Entering selects all, by whatever way; a plain input does so by itself only when it is come to by Tab. */
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

/** No area code begins with 1: a first 1 would be the country's. */
const digit = fc.stringMatching(/^[2-9]$/);
const digits = (least: number, most: number) =>
  fc.array(digit, { minLength: least, maxLength: most }).map((list) => list.join(''));

function operations(length: number): fc.Arbitrary<Named> {
  const typed = digits(1, length + 2).map((text) => ({
    name: `type ${text}`,
    run: (input: Locator) => input.page().keyboard.type(text),
  }));
  const pasted = fc.tuple(digits(1, length), fc.constantFrom('', '-', ' ', '.')).map(([text, noise]) => ({
    name: `paste ${text} with "${noise}"`,
    run: (input: Locator, isPlain: boolean) => paste(input, isPlain ? text : [...text].join(noise)),
  }));
  const committed = digits(2, length).map((text) => ({
    name: `a phone's keyboard commits ${text}`,
    run: (input: Locator) => input.page().keyboard.insertText(text),
  }));
  const filled = fc.tuple(digits(length, length), fc.boolean()).map(([text, fromOutside]) => ({
    name: `autofill ${text}${fromOutside ? ' from outside' : ''}`,
    run: async (input: Locator, isPlain: boolean) => {
      if (fromOutside && !isPlain) await input.blur();
      if (isPlain) {
        // The setter would break the plain input's undo; as an edit it can be taken back, as ours can.
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
    run: (input: Locator) => cursorBehind(input, count),
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

/** The same operations on both, in any order: after each, the same digits. */
async function behavesAsPlain(field: Locator, length: number, fresh: () => Promise<void>): Promise<void> {
  const plain = await plainInput(field.page(), length);
  const sequences = fc.array(operations(length), { minLength: 6, maxLength: 14 });
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
      for (const { name, run } of steps) {
        done.push(name);
        await run(plain, true);
        await run(field, false);
        expect(await digitsIn(field), done.join('; ')).toBe(await digitsIn(plain));
      }
    }),
    { numRuns: 6, ...seedOf(process.env.FIELD_SEED) },
  );
  await plain.page().close();
}

const seedOf = (text: string | undefined) => (text ? { seed: Number(text) } : {});

/** Another section and back: the field is made anew, and remembers nothing. */
async function turnPage(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await sectionHeading(page, title).waitFor();
}

test.each([
  ['ssn', 'you', 'About you', 9],
  ['phone', 'you', 'About you', 10],
  ['zipCode', 'you', 'About you', 10],
  ['businessEin', 'business', 'Your business', 9],
  ['spouseSSN', 'spouse', 'Your spouse', 9],
  ['dependents.0.ssn', 'dependents', 'Your dependents', 9],
  ['routingNumber', 'bank', 'Your refund', 9],
  ['accountNumber', 'bank', 'Your refund', 17],
] as const)('%s of the yearly form behaves as a plain input', async (path, step, title, length) => {
  const { page } = await visitForm();
  await give(page, 'isNew', 'yes');
  const first: Partial<Record<string, [string, string]>> = {
    business: ['businessTaxes', 'yes'],
    dependents: ['anyDependents', 'yes'],
    bank: ['directDeposit', 'yes'],
  };
  if (step === 'spouse') {
    await page.goto('/secured-files?step=filing');
    await give(page, 'filingStatus', 'Married Filing Jointly');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  } else if (step !== 'you') {
    await page.goto(`/secured-files?step=${step}`);
    const [question, answer] = first[step] ?? ['', ''];
    await give(page, question, answer);
  }
  await sectionHeading(page, title).waitFor();
  await behavesAsPlain(at(page, path), length, () => turnPage(page, title));
});

test.each([
  ['/booking', '#phone', 'desktop'],
  ['/contact-us', '#phone', 'phone'],
  ['/signup', '#phone', 'desktop'],
] as const)('the phone number on %s behaves as a plain input', async (path, selector, screen) => {
  const { page } = await openBrowser({ screen });
  await page.goto(path);
  const field = page.locator(selector);
  await behavesAsPlain(field, 10, async () => {
    await page.reload();
    await field.waitFor();
    await page.waitForFunction((box) => {
      const element = document.querySelector(box);
      return element !== null && Object.keys(element).some((name) => name.startsWith('__reactProps'));
    }, selector);
  });
});
