import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Translate } from '#domain/language/translate.ts';
import { root } from '#tests/support/server/server-process.ts';
import { readCatalogs } from '../../../scripts/language/catalogs.mjs';
import { axeFindings } from '../support/browser.ts';
import { reflowProblems } from '../support/reflow.ts';

interface Text {
  message: string;
  translation: string;
  context?: string;
}

const texts = (await readCatalogs(join(root, 'locales/es'))).flatMap((catalog) =>
  Object.entries<Text>(catalog.texts).map(([id, text]) => ({ id, ...text })),
);

const i18n = setupI18n({
  locale: 'es',
  messages: { es: Object.fromEntries(texts.map(({ id, translation }) => [id, compileMessage(translation)])) },
});
i18n.setMessagesCompiler(compileMessage);

/** The texts of the app, the domain, and the server in Spanish. */
export const spanish: Translate = (message) => i18n._(message);

/** The Spanish of a text, which is named by its English, so that better Spanish doesn't break a test. */
export function es(english: string, values: Record<string, string | number> = {}): string {
  const found = texts.filter(({ message }) => message === english);
  const text = found.find(({ context }) => !context) ?? found[0];
  if (!text) throw new Error(`no text of the product is “${english}”`);
  return i18n._(text.id, values);
}

/** A part of a text: what is between its values, without tags, in lowercase. */
const partsOf = (text: string): string[] =>
  text
    .replace(/<\/?\d+\/?>/g, '')
    .split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/)
    .map(simplify);
const simplify = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
const hasTwoWords = (text: string) => /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u.test(text);

/** What no Spanish page may say: the English texts of at least two words that are different in Spanish. */
const english: readonly string[] = [
  ...new Set(
    texts.flatMap(({ message, translation }) => {
      const ours = partsOf(translation).join(' ');
      return partsOf(message).filter((part) => hasTwoWords(part) && !ours.includes(part));
    }),
  ),
];

/** English texts of the product in these lines, each with its line. */
export function englishIn(lines: readonly string[]): string[] {
  return lines.map(simplify).flatMap((line) => {
    const found = english.filter((text) => saysWhole(line, text));
    return found.length > 0 ? [`“${line}” says “${found.join('” and “')}”`] : [];
  });
}

/** Whether the words of the text are in the line, and not parts of longer words. */
function saysWhole(line: string, text: string): boolean {
  const at = line.indexOf(text);
  const isLetter = (character = '') => /\p{L}/u.test(character);
  return at >= 0 && !isLetter(line[at - 1]) && !isLetter(line[at + text.length]);
}

/** What people see, and what is read to them. */
export function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'];
    const attributes = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.closest('[lang=en]') === null)
      .flatMap((element) => named.map((name) => element.getAttribute(name) ?? ''));
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    const foreign = [...document.querySelectorAll<HTMLElement>('body [lang=en]')].map((one) => one.innerText);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    const shown = document.body.innerText.split('\n').filter((line) => !foreign.includes(line));
    return [document.title, ...shown, ...attributes].filter((line) => line.trim() !== '');
  });
}

const narrow = { '320 px': { width: 320, height: 640 }, '390 px': { width: 390, height: 844 } };

/** The screen is in Spanish, axe finds nothing, and everything fits on a phone. */
export async function expectGoodSpanish(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const problems = englishIn(await linesOf(page));
  const axe = await axeFindings(page);
  problems.push(...axe.map(({ id, where }) => `axe: ${id}: ${where.join('; ')}`));
  for (const [size, viewport] of Object.entries(narrow)) {
    await page.setViewportSize(viewport);
    problems.push(...(await reflowProblems(page)).map((problem) => `at ${size}: ${problem}`));
  }
  expect.soft(problems, page.url()).toEqual([]);
}
