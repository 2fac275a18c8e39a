import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { expect, test } from '../support/test.ts';
import { answerAll, answerWith, button, checkbox, choose, expectStep, packageWith } from './quote-page.ts';

const questions = {
  start: 'Whose taxes should we do?',
  income: 'Where did your money come from?',
  activities: 'Did you also have any of these?',
  deductions: 'Did you pay for any of these?',
};

const atQuestion = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text, exact: true }).waitFor();

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const) {
  test(`Next is visible at every question and does not cover the focused answer (${viewport.width} px)`, {
    tag: '@looks',
  }, async ({ openBrowser }) => {
    const { page } = await openBrowser({ screen: 'phone' });
    await page.setViewportSize(viewport);
    await page.goto('/quote');
    const bar = await page.getByRole('navigation', { name: 'Quick links' }).boundingBox();
    for (const labels of [['My own'], ['Work for myself'], ['None of these'], ['None of these']]) {
      await expectNoSidewaysScroll(page);
      const next = await button(page, 'Next').boundingBox();
      expect(next?.y, `Next before ${labels}`).toBeGreaterThan(0);
      expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      const last = page.locator('main form input').last();
      await last.focus();
      const [box, row] = [await last.boundingBox(), await button(page, 'Next').boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(row?.y ?? 0);
      await answerWith(page, labels);
    }
  });
}

test('shows the price at the top of the page', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/quote');
  /** The distance from the header to the card. */
  const above = async (card: string) => {
    const header = await page.getByRole('banner').boundingBox();
    const { y = 0 } = (await page.getByRole('region', { name: card }).boundingBox()) ?? {};
    return y - (header?.y ?? 0) - (header?.height ?? 0);
  };
  expect(await above(questions.start)).toBeGreaterThan(100);
  await answerAll(page, [['My LLC'], ['Two or more people']]);
  const { name, price } = packageWith('result-business');
  await expectStep(page, name);
  expect(await above(name)).toBeLessThan(60);
  // For screen readers, the page still begins with its only heading.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Your free quote']);
  await page.reload();
  await atQuestion(page, name);
  const amount = page.getByText(price, { exact: true });
  expect((await amount.boundingBox())?.y).toBeLessThan(400);
  const sizes = await page
    .getByRole('main')
    .locator('h1, h2, p')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  const own = await amount.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(own).toBe(Math.max(...sizes));
  await expectNoSidewaysScroll(page);
});

test('restores the previous answer after Back', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/quote');
  await answerAll(page, [['My own'], ['A job', 'Work for myself'], ['My own small business']]);
  await choose(page, ['Gifts to charity']);
  const ticked = () => page.locator('main form label:has(input:checked)').allInnerTexts();
  for (const heading of [questions.activities, questions.income, questions.start]) {
    await button(page, 'Back').click();
    await expectStep(page, heading);
  }
  for (const [heading, answers] of [
    [questions.income, ['A job', 'Work for myself']],
    [questions.activities, ['My own small business']],
    [questions.deductions, ['Gifts to charity']],
  ] as const) {
    await button(page, 'Next').click();
    await expectStep(page, heading);
    for (const answer of answers) await expect(checkbox(page, answer), answer).toBeChecked();
    expect(await ticked()).toHaveLength(answers.length);
  }
  // The browser's Back restores it too.
  await choose(page, ['Large medical bills']);
  await page.goBack();
  await atQuestion(page, questions.activities);
  await button(page, 'Next').click();
  await expectStep(page, questions.deductions);
  await expect(checkbox(page, 'Large medical bills')).toBeChecked();
  await button(page, 'Next').click();
  await button(page, 'New Quote').click();
  await expectStep(page, questions.start);
  expect(await ticked()).toEqual([]);
  await answerWith(page, ['My own']);
  expect(await ticked()).toEqual([]);
});
