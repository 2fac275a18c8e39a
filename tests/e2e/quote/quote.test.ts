import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import business from '#business' with { type: 'json' };
import { tags } from '#tests/support/site/served-pages.ts';
import { expectAccessible, expectNoSidewaysScroll, hold, screens, tabTo } from '../support/browser.ts';
import { servedPage } from '../support/site.ts';
import { expect, test } from '../support/test.ts';
import {
  answerAll,
  answerWith,
  button,
  checkbox,
  choose,
  expectStep,
  note,
  option,
  type Path,
  packageWith,
  question,
} from './quote-page.ts';

const questions = {
  start: 'Whose taxes should we do?',
  income: 'Where did your money come from?',
  activities: 'Did you also have any of these?',
  deductions: 'Did you pay for any of these?',
  owners: 'How many people own the LLC?',
  other: 'Do you have other income besides the LLC?',
  both: 'Should we do your own return too?',
  own: 'What is in your own return?',
};

/** Ten paths with their results. */
const ways: [result: string, way: Path][] = [
  ['result-basic', [['My own'], ['A job'], ['None of these']]],
  [
    'result-basic',
    [['My own'], ['Social Security or a pension', 'Interest on savings'], ['Large medical bills']],
  ],
  [
    'result-mixed',
    [['My own'], ['A job', 'Work for myself'], ['Freelance or gig work'], ['Gifts to charity']],
  ],
  ['result-mixed', [['My own'], ['Stocks or funds I sold'], ['None of these'], ['None of these']]],
  [
    'result-mixed',
    [
      ['My own'],
      ['Several other places'],
      ['Rent from a house or a room', 'Crypto I sold, spent, or earned'],
      ['A mortgage or property tax', 'Daycare for a child'],
    ],
  ],
  ['result-mixed', [['My LLC'], ['Just me'], ['No, only the LLC']]],
  ['result-mixed', [['My LLC'], ['I’m not sure'], ['Yes, from a job']]],
  ['result-business', [['My LLC'], ['Two or more people']]],
  ['result-business', [['An estate'], ['I’m not sure']]],
  ['result-business-plus', [['My S-Corp'], ['Yes, both'], ['Only wages or a pension']]],
];

const atQuestion = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text, exact: true }).waitFor();

test('ten paths through the questions reach their results, each with a step back', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/quote');
  await atQuestion(page, questions.start);
  for (const [i, [result, way]] of ways.entries()) {
    const turn = i % (way.length - 1);
    for (const [step, labels] of way.entries()) {
      await expect(button(page, 'Next'), `Next before an answer on way ${i}`).toBeDisabled();
      const asked = await question(page);
      await answerWith(page, labels);
      if (step !== turn) continue;
      await button(page, 'Back').click();
      await expectStep(page, asked ?? '');
      for (const label of labels) await expect(checkbox(page, label), label).toBeChecked();
      await expect(page.locator('main form input:checked')).toHaveCount(labels.length);
      await button(page, 'Next').click();
      await expect(page.locator('h2:focus')).not.toHaveText(asked ?? '');
    }
    const { name, price } = packageWith(result);
    await expectStep(page, name);
    const letter = page.getByRole('region', { name });
    await expect(letter.getByText(price, { exact: true })).toBeVisible();
    const common = business.prices.quote.find(({ id }) => id === result)?.mostCommon;
    await expect(letter.getByText('Most Common')).toHaveCount(common ? 1 : 0);
    await button(page, 'New Quote').click();
    await expectStep(page, questions.start);
    expect(new URL(page.url()).hash).toBe('');
  }
});

test('the progress bar counts answered questions and the result, out of four', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/quote');
  const bar = page.getByRole('progressbar');
  for (const [value, labels] of [
    ['25', ['My own']],
    ['50', ['Work for myself']],
    ['75', ['None of these']],
    ['100', ['Gifts to charity']],
  ] as const) {
    await expect(bar).toHaveAttribute('aria-valuenow', value);
    await expect(bar).toHaveAttribute('aria-label', `Question ${Number(value) / 25} of up to 4`);
    await answerWith(page, labels);
  }
  await expect(bar).toHaveCount(0);
});

test('keeps answers after a reload, and Back goes back one question', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser();
  await page.goto('/fees');
  await page.getByRole('link', { name: 'Get Instant Quote' }).first().click();
  await atQuestion(page, questions.start);
  await answerAll(page, [['My own'], ['A job', 'Work for myself']]);
  await choose(page, ['My own small business']);

  await page.reload();
  await atQuestion(page, questions.activities);
  await expect(checkbox(page, 'My own small business')).toBeChecked();

  await page.goBack();
  await atQuestion(page, questions.income);
  for (const label of ['A job', 'Work for myself']) await expect(checkbox(page, label)).toBeChecked();
  await page.goForward();
  await atQuestion(page, questions.activities);
  await expect(checkbox(page, 'My own small business')).toBeChecked();

  // The page's Back uses the browser history, so the browser's Back continues from there.
  await button(page, 'Back').click();
  await expectStep(page, questions.income);
  await page.goBack();
  await atQuestion(page, questions.start);
  await page.goBack();
  await page.waitForURL('**/fees');
  for (const heading of [questions.start, questions.income, questions.activities]) {
    await page.goForward();
    await atQuestion(page, heading);
  }
  await answerAll(page, [[], ['None of these']]);
  await expectStep(page, packageWith('result-mixed').name);

  await page.reload();
  await atQuestion(page, packageWith('result-mixed').name);
  await button(page, 'New Quote').click();
  await expectStep(page, questions.start);
  await expect(page.locator('main form input:checked')).toHaveCount(0);
  await page.goBack();
  await atQuestion(page, packageWith('result-mixed').name);
});

test('a bookmarked question has a Back button', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/fees');
  await page.goto('/quote#answers=llc/single-member/w2');
  await atQuestion(page, packageWith('result-mixed').name);
  await button(page, 'Go Back').click();
  await expectStep(page, questions.other);
  await expect(checkbox(page, 'Yes, from a job')).toBeChecked();
  await button(page, 'Back').click();
  await expectStep(page, questions.owners);
  await button(page, 'Back').click();
  await expectStep(page, questions.start);
  await expect(button(page, 'Back')).toHaveCount(0);
});

for (const [content, fragment, asked] of [
  ['markup', '#answers=personal/<img src=x onerror=alert(1)>', questions.start],
  ['escapes', '#answers=%3Cscript%3E', questions.start],
  ['unknown answers', '#answers=personal/gold', questions.income],
  ['names of object properties', '#answers=constructor/__proto__', questions.start],
  ['broken escapes', '#%E0%A4%A', questions.start],
  ['too many answers', `#answers=${'personal/'.repeat(5000)}`, questions.income],
] as const) {
  test(`ignores a URL with ${content}`, { tag: '@details-site' }, async ({ openBrowser }) => {
    const { page } = await openBrowser();
    await page.goto(`/quote${fragment}`);
    await atQuestion(page, asked);
    await answerWith(page, [asked === questions.start ? 'My own' : 'A job']);
  });
}

test('the skip link keeps the answers', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/quote');
  await answerAll(page, [['My own'], ['A job']]);
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.waitForURL('**/quote#main');
  await expect(page.locator('#main')).toBeFocused();
  await atQuestion(page, questions.deductions);
  await answerWith(page, ['Gifts to charity']);
  await expectStep(page, packageWith('result-basic').name);
  await button(page, 'Go Back').click();
  await expectStep(page, questions.deductions);
  await expect(checkbox(page, 'Gifts to charity')).toBeChecked();
});

test('keeps an answer given before hydration', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  const release = await hold(page, '**/assets/wizard-*.js');
  await page.goto('/quote', { waitUntil: 'commit' });
  await choose(page, ['My LLC']);
  await expect(checkbox(page, 'My LLC')).toBeChecked();
  await expect(button(page, 'Next')).toBeDisabled();
  release();
  await page.waitForURL('**/quote#answers=&chosen=llc');
  await button(page, 'Next').click();
  await expectStep(page, questions.owners);
});

test('"None of these" and the other answers exclude each other', { tag: '@details-site' }, async ({
  openBrowser,
}) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/quote');
  await answerWith(page, ['My own']);
  const ticked = () => page.locator('main form label:has(input:checked)').allInnerTexts();
  await choose(page, ['A job', 'Interest on savings', 'None of these']);
  expect(await ticked()).toEqual(['None of these']);
  await choose(page, ['Interest on savings']);
  expect(await ticked()).toEqual(['Interest on savings']);
  await choose(page, ['Interest on savings']);
  await expect(button(page, 'Next')).toBeDisabled();
});

test('works by keyboard, moves focus to each heading, and sends no requests', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/quote');
  await atQuestion(page, questions.start);
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  // Scripts of the pages that it links to may be prefetched, and the icon is loaded again with each address.
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/') && pathname !== '/favicon.svg') calls.push(request.url());
  });

  await tabTo(page, checkbox(page, 'My own'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(checkbox(page, 'My own')).toBeChecked();
  await page.keyboard.press('Enter');
  await expectStep(page, questions.income);
  const group = page.getByRole('group', { name: questions.income });
  await expect(group.getByText('Select all that apply.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(checkbox(page, 'A job')).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Next'));
  await page.keyboard.press('Enter');
  await expectStep(page, questions.deductions);
  await tabTo(page, button(page, 'Back'));
  await page.keyboard.press('Enter');
  await expectStep(page, questions.income);
  await tabTo(page, button(page, 'Next'));
  await page.keyboard.press('Enter');
  await expectStep(page, questions.deductions);
  await tabTo(page, checkbox(page, 'None of these'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expectStep(page, packageWith('result-basic').name);
  await tabTo(page, button(page, 'New Quote'));
  await page.keyboard.press('Enter');
  await expectStep(page, questions.start);
  expect(calls).toEqual([]);
});

for (const [who, label, target] of [
  ['visitor', 'Get Started', '/upload'],
  ['signed in', 'Upload Documents Now', '/secured-files'],
] as const) {
  test(`the result links to the next step (${who})`, { tag: '@details-site' }, async ({ openBrowser }) => {
    const { page } = await openBrowser();
    if (who === 'signed in') {
      await page.goto('/');
      await page.evaluate(() =>
        localStorage.setItem('nutmeg.session-hint', JSON.stringify({ role: 'client' })),
      );
    }
    await page.goto('/quote#answers=llc/multi-member');
    const { name } = packageWith('result-business');
    const letter = page.getByRole('region', { name });
    await expect(letter.getByRole('link', { name: label, exact: true })).toBeVisible();
    const links = await letter
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toEqual([
      [label, target],
      ['Ask Questions', '/contact-us'],
    ]);
    const next = page.getByRole('complementary', { name: 'What Happens Next' });
    await expect(next.getByRole('listitem')).toHaveCount(3);
    for (const step of [
      'Upload your documents securely',
      'We review and prepare',
      'You review, you approve, and we e-file',
    ]) {
      await expect(next.getByText(step)).toBeVisible();
    }
    const book = next.getByRole('link', { name: 'Book an appointment' });
    await expect(book).toHaveAttribute('href', '/booking');
  });
}

test('passes the result to the next page, and a new quote removes it', async ({ openBrowser }) => {
  const { page } = await openBrowser();
  await page.goto('/quote');
  await answerAll(page, [['My own'], ['A job']]);
  expect(await note(page)).toBeNull();
  await answerWith(page, ['A mortgage or property tax']);
  const { name, price } = packageWith('result-basic');
  const text = `Quote: ${name} ${price.replace('–', '-')} (W-2 job; mortgage or property tax)`;
  expect(await note(page)).toBe(text);
  await page.getByRole('link', { name: 'Ask Questions' }).click();
  await page.waitForURL('**/contact-us');
  expect(await note(page)).toBe(text);
  await page.goBack();
  await atQuestion(page, name);
  await button(page, 'New Quote').click();
  await expectStep(page, questions.start);
  expect(await note(page)).toBeNull();
});

test('shows the first question and every price without JavaScript', { tag: '@details-site' }, async () => {
  const served = await servedPage('/quote');
  expect(tags(served.html, 'h1')).toHaveLength(1);
  expect(served.text).toContain(questions.start);
  for (const { name, from, to } of business.prices.quote) {
    expect(served.text).toContain(name);
    expect(served.text).toContain(`$${from} – $${to}`);
  }
  expect(served.text).toContain('The questions need JavaScript');
});

const pictured: [name: string, fragment: string, heading: string][] = [
  ['start', '', questions.start],
  ['income', '#answers=personal&chosen=w2,stocks', questions.income],
  ['result', '#answers=personal/w2,stocks/rental,crypto/charity', packageWith('result-mixed').name],
  ['package', '#answers=estate/business-and-personal/none', packageWith('result-business-plus').name],
];

for (const screen of ['desktop', 'phone'] as const) {
  test(`questions and results are accessible (${screen})`, { tag: '@looks' }, async ({ openBrowser }) => {
    const { page } = await openBrowser({ screen });
    for (const [name, fragment, heading] of pictured) {
      await page.goto('about:blank');
      await page.goto(`/quote${fragment}`);
      await atQuestion(page, heading);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await keepPicture(page, `quote-${name}-${screen}`);
    }
  });
}

test('scrolls each step into view on a phone', { tag: '@details-site' }, async ({ openBrowser }) => {
  const { page } = await openBrowser({ screen: 'phone' });
  await page.goto('/quote');
  await choose(page, ['My own']);
  // Until the script is here, the button is disabled and takes no focus.
  await expect(button(page, 'Next')).toBeEnabled();
  // Not with a click, because Playwright would scroll the button into view first.
  await button(page, 'Next').evaluate((next) => {
    window.scrollTo(0, 0);
    next.focus({ preventScroll: true });
  });
  await page.keyboard.press('Enter');
  await expectStep(page, questions.income);
  const header = await page.getByRole('banner').boundingBox();
  const card = await page.getByRole('region', { name: questions.income }).boundingBox();
  expect(card?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  expect(card?.y).toBeLessThan(screens.phone.viewport.height / 4);
  expect(
    await option(page, 'A job')
      .boundingBox()
      .then((at) => at?.height),
  ).toBeGreaterThanOrEqual(44);
});

/** Saves a screenshot if E2E_PICTURES is set. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
