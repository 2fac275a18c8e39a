import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { graph, type ResultId, type StepId } from '#domain/quote/graph.ts';
import { answer, isStep, optionsOf, type Quote, resultOf, start } from '#domain/quote/quote.ts';
import { demoOffice } from '#tests/support/office.ts';
import { noteOf, packageOf, readOut } from './read-out.ts';
import { steps } from './words.ts';

const through = (...answers: string[][]) => answers.reduce((quote, chosen) => answer(quote, chosen), start());
const note = (quote: Quote) => {
  const result = resultOf(quote);
  if (result === null) throw new Error('not at its end');
  return noteOf(demoOffice, result, quote);
};
const named = (id: string) => {
  const { name, from, to } = demoOffice.prices.quote.find((result) => result.id === id) ?? { name: id };
  return `Quote: ${name} $${from} - $${to}`;
};

test.each([
  [[['personal'], ['w2'], ['mortgage']], 'result-basic', ' (W-2 job; mortgage or property tax)'],
  [[['personal'], ['none'], ['none']], 'result-basic', ' (none of the usual incomes)'],
  [[['llc'], ['multi-member']], 'result-business', ' (LLC; several owners)'],
  [[['llc'], ['none'], ['w2']], 'result-mixed', ' (LLC; number of owners unsure; other income from a job)'],
  [[['estate'], ['business-only']], 'result-business', ' (estate; no own return)'],
])('after %j the note has the package and the answers', (answers, id, told) => {
  expect(note(through(...answers))).toBe(named(id) + told);
});

test('the note is never truncated, even with all answers', () => {
  const all = (quote: Quote): Quote => (isStep(quote.at) ? all(answer(quote, optionsOf(quote.at))) : quote);
  const longest = note(all(answer(start(), ['personal'])));
  expect(longest.length).toBeLessThanOrEqual(500);
  expect(longest).toContain('charity');
  expect(longest.match(/crypto/g)).toHaveLength(1);
});

test('answers are listed by their labels', () => {
  const told = readOut(through(['personal'], ['savings', 'w2'], ['charity']));
  expect(
    told.map(({ about, answers }) => ({ about: english(about), answers: answers.map(english) })),
  ).toEqual([
    { about: 'Taxes for', answers: ['My own'] },
    { about: 'Income', answers: ['A job', 'Interest on savings'] },
    { about: 'You paid for', answers: ['Gifts to charity'] },
  ]);
});

test('each step has a unique label for every option', () => {
  for (const [step, { options }] of Object.entries(graph)) {
    const words = steps[step as StepId];
    expect(Object.keys(words.options).sort(), step).toEqual(Object.keys(options).sort());
    const labels = Object.values(words.options).map(({ label }) => label.id);
    expect(new Set(labels).size, step).toBe(labels.length);
  }
});

test('every package has a price', () => {
  for (const { id } of demoOffice.prices.quote) {
    expect(packageOf(demoOffice, id as ResultId).id).toBe(id);
  }
});
