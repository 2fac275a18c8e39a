import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import office from '#business' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { button, eventually, expectPath, heading, link } from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

const questions = {
  start: 'Whose taxes should we do?',
  income: 'Where did your money come from?',
  activities: 'Did you also have any of these?',
  deductions: 'Did you pay for any of these?',
};
const nameOf = (id: string) => office.prices.quote.find((offer) => offer.id === id)?.name ?? '';

/** The box of an answer. */
async function answer(label: string): Promise<HTMLInputElement> {
  const words = await screen.findByText(label, { selector: 'label *' });
  const box = words.closest('label')?.querySelector('input');
  if (!box) throw new Error(`no box for ${label}`);
  return box;
}

/** Waits for a question or the result, which has the focus. */
const atStep = (words: string) =>
  eventually(() =>
    expect([document.activeElement?.tagName, document.activeElement?.textContent]).toEqual(['H2', words]),
  );

async function open(path = '/quote') {
  const service = fakeService();
  const { user } = await renderRoute(path);
  const press = async (name: string) => user.click(await button(name));
  const choose = async (...labels: string[]) => {
    for (const label of labels) await user.click(await answer(label));
  };
  return { service, user, press, choose };
}

test('each step has the focus, and Back keeps the answers, without a request', async () => {
  const { service, user, press, choose } = await open();
  await heading(questions.start);
  expect((await button('Next')).hasAttribute('disabled')).toBe(true);
  await choose('My own');
  (await answer('My own')).focus();
  await user.keyboard('{Enter}');
  await atStep(questions.income);
  await choose('A job', 'Work for myself');
  await press('Next');
  await atStep(questions.activities);
  await press('Back');
  await atStep(questions.income);
  for (const label of ['A job', 'Work for myself']) expect((await answer(label)).checked).toBe(true);
  await press('Next');
  await atStep(questions.activities);
  await choose('None of these');
  await press('Next');
  await atStep(questions.deductions);
  await choose('None of these');
  await press('Next');
  await atStep(nameOf('result-mixed'));
  await press('New Quote');
  await atStep(questions.start);
  expect((await answer('My own')).checked).toBe(false);
  expect(service.sent.filter(({ url }) => url.pathname.includes('/v1/'))).toEqual([]);
});

test('a reload keeps the question and its answers, and the browser goes back one question', async () => {
  const { press, choose } = await open();
  await choose('My own');
  await press('Next');
  await atStep(questions.income);
  await choose('A job');
  const { pathname, hash } = window.location;
  await loadDocument(pathname + hash);
  await heading(questions.income);
  await eventually(async () => expect((await answer('A job')).checked).toBe(true));
  window.history.back();
  await heading(questions.start);
  window.history.forward();
  await heading(questions.income);
});

test('the result is passed on, until a new quote', async () => {
  const { user, press, choose } = await open('/quote#answers=personal/w2');
  await heading(questions.deductions);
  const note = () => sessionStorage.getItem('nutmeg.quote-note');
  expect(note()).toBeNull();
  await choose('A mortgage or property tax');
  await press('Next');
  await atStep(nameOf('result-basic'));
  expect(note()).toMatch(/^Quote: .+ \$\d+ - \$\d+ \(W-2 job; mortgage or property tax\)$/);
  const [price = ''] = /\$\d+ - \$\d+/.exec(note() ?? '') ?? [];
  screen.getByText(price.replace('-', '–'));
  await press('New Quote');
  await atStep(questions.start);
  expect(note()).toBeNull();
  await choose('My own');
  await user.click(await link('Write to us'));
  await expectPath('/contact-us');
});
