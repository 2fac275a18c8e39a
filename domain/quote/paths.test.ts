import { expect, test } from 'vitest';
import business from '#business' with { type: 'json' };
import { graph, type ResultId, type StepId } from './graph.ts';
import { answer, isStep, maxQuestions, optionsOf, type Quote, resultOf, start } from './quote.ts';

/** The options, copied by hand from the specified catalog. `+` means that several may be chosen. */
const offered: Record<string, string> = {
  start: 'personal | llc | s-corp | c-corp | estate',
  'personal-income': 'w2 + retirement + savings + self-employed + stocks + multiple + none',
  'business-activities': 'freelance + small-business + rental + crypto + complex-trading + none',
  'personal-deductions': 'mortgage + childcare + education + medical + charity + none',
  'llc-members': 'single-member | multi-member | none',
  'llc-personal': 'w2 | other | none',
  'business-only': 'business-and-personal | business-only | none',
  'business-personal-combo': 'w2 | investments | self-employed | none',
};

const unreachable = [
  'business-members',
  'business-type',
  'have-business',
  'income-details',
  'investment-details',
];

/** The expected result of every path, written by hand: questions with their choices, then the result. */
const byHand: [way: RegExp, result: ResultId][] = [
  [/^personal\/[^/]*\b(self-employed|stocks|multiple)\b[^/]*\/[^/]+\/[^/]+$/, 'result-mixed'],
  [/^personal\/(w2|retirement|savings|none|,)+\/[^/]+$/, 'result-basic'],
  [/^llc\/(single-member|none)\/(w2|other|none)$/, 'result-mixed'],
  [/^llc\/multi-member$/, 'result-business'],
  [/^(s-corp|c-corp|estate)\/(business-only|none)$/, 'result-business'],
  [
    /^(s-corp|c-corp|estate)\/business-and-personal\/(w2|investments|self-employed|none)$/,
    'result-business-plus',
  ],
];

/** Every non-empty subset of a list written as "a + b". */
function setsOf(list: string): string[][] {
  const ids = list.split(' + ');
  return Array.from({ length: 2 ** ids.length - 1 }, (_, i) => ids.filter((_, bit) => (i + 1) & (2 ** bit)));
}

const answersTo = (step: string): string[][] => {
  const list = offered[step];
  if (list === undefined) throw new Error(`${step} is asked, and nobody expected it`);
  return list.includes(' | ') ? list.split(' | ').map((id) => [id]) : setsOf(list);
};

const choices = new Map<string, string[][]>();

/** Calls back for every path with all combinations of answers. */
function walk(found: (quote: Quote) => void, quote = start()): void {
  if (!isStep(quote.at)) {
    found(quote);
    return;
  }
  const known = choices.get(quote.at) ?? answersTo(quote.at);
  choices.set(quote.at, known);
  for (const chosen of known) walk(found, answer(quote, chosen));
}

const wayOf = ({ answered }: Quote) => answered.map(({ chosen }) => chosen.join(',')).join('/');

test('each step has the options of the catalog, single or multiple choice', () => {
  for (const [step, list] of Object.entries(offered)) {
    expect(optionsOf(step as StepId), step).toEqual(list.split(/ [|+] /));
    expect(graph[step as StepId].multiple, step).toBe(list.includes(' + '));
  }
});

// Some 500,000 paths.
test('every path with all combinations of answers leads to the result in the table', {
  timeout: 20_000,
}, () => {
  const asked = new Set<string>();
  const results = new Map<string, number>();
  let longest = 0;
  let wrong = '';
  walk((quote) => {
    for (const { step } of quote.answered) asked.add(step);
    longest = Math.max(longest, quote.answered.length);
    const way = wayOf(quote);
    const expected = byHand.filter(([pattern]) => pattern.test(way)).map(([, result]) => result);
    const result = resultOf(quote);
    if (expected.length !== 1 || expected[0] !== result) wrong = `${way} came to ${result}, not ${expected}`;
    results.set(quote.at, (results.get(quote.at) ?? 0) + 1);
  });
  expect(wrong).toBe('');
  expect([...asked].sort()).toEqual(Object.keys(offered).sort());
  expect(longest).toBe(maxQuestions);
  // Counted by hand. An incomplete walk would have fewer.
  const without = 2 ** 4 - 1;
  expect(Object.fromEntries(results)).toEqual({
    'result-basic': without * 63,
    'result-mixed': (2 ** 7 - 1 - without) * 63 * 63 + 2 * 3,
    'result-business': 1 + 3 * 2,
    'result-business-plus': 3 * 4,
  });
});

test('the other steps are unreachable, although options point there', () => {
  const asked = new Set<string>();
  walk(({ answered }) => {
    for (const { step } of answered) asked.add(step);
  });
  expect(
    Object.keys(graph)
      .filter((step) => !asked.has(step))
      .sort(),
  ).toEqual(unreachable);
  expect(graph['personal-income'].options.none).toBe('have-business');
  expect(answer(answer(start(), ['personal']), ['none']).at).toBe('personal-deductions');
  expect(answer(answer(start(), ['personal']), ['none', 'stocks']).at).toBe('business-activities');
});

test('results and packages with prices match', () => {
  const reached = new Set(byHand.map(([, result]) => result));
  expect([...reached].sort()).toEqual(business.prices.quote.map(({ id }) => id).sort());
});
