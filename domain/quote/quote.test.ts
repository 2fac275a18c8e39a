/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answer,
  back,
  choose,
  isAnswer,
  isStep,
  optionsOf,
  progress,
  type Quote,
  resultOf,
  start,
} from './quote.ts';

const through = (...answers: string[][]) => answers.reduce((quote, chosen) => answer(quote, chosen), start());

/** A random path, perhaps incomplete, from numbers that pick the options. */
const someQuote: fc.Arbitrary<Quote> = fc.array(fc.nat(2 ** 7), { maxLength: 5 }).map((dice) =>
  dice.reduce((quote, die) => {
    if (!isStep(quote.at)) return quote;
    const options = optionsOf(quote.at);
    const set = options.filter((_, i) => die & (2 ** i));
    const chosen = isAnswer(quote.at, set) ? set : options.slice(0, 1);
    return answer(quote, chosen);
  }, start()),
);

test('a quote starts with one question and no choice', () => {
  expect(start()).toEqual({ answered: [], at: 'start', chosen: [] });
  expect(resultOf(start())).toBeNull();
});

test('going back restores the previous question and its answer, up to the start', () => {
  fc.assert(
    fc.property(someQuote, (quote) => {
      const last = quote.answered.at(-1);
      const before = back(quote);
      if (!last) {
        expect(before).toEqual(quote);
        return;
      }
      expect(before).toMatchObject({ at: last.step, chosen: last.chosen });
      expect(before.answered).toEqual(quote.answered.slice(0, -1));
      expect(answer(before)).toEqual(quote);
    }),
  );
});

test('going back from a result works', () => {
  const quote = through(['llc'], ['multi-member']);
  expect(resultOf(quote)).toBe('result-business');
  expect(back(quote)).toEqual({
    answered: [{ step: 'start', chosen: ['llc'] }],
    at: 'llc-members',
    chosen: ['multi-member'],
  });
});

test.each([
  [[], 25],
  [[['personal']], 50],
  [[['personal'], ['w2']], 75],
  [[['personal'], ['stocks']], 75],
  [[['personal'], ['stocks'], ['none']], 100],
  [[['personal'], ['stocks'], ['none'], ['none']], 100],
  [[['llc'], ['multi-member']], 75],
])('after %j the progress is %i percent', (answers, percent) => {
  expect(progress(through(...answers))).toBe(percent);
});

test('choices are unique, in display order, and can be removed', () => {
  const quote = choose(answer(start(), ['personal']), ['none', 'w2', 'none']);
  expect(quote.chosen).toEqual(['w2', 'none']);
  expect(choose(quote, []).chosen).toEqual([]);
  expect(answer(quote).answered.at(-1)).toEqual({ step: 'personal-income', chosen: ['w2', 'none'] });
});

test.each([
  ['nothing', []],
  ['two where one is asked for', ['personal', 'llc']],
  ['an option of another step', ['w2']],
  ['what every object has', ['constructor']],
  ['a prototype', ['__proto__']],
])('%s is not an answer', (_, chosen) => {
  expect(isAnswer('start', chosen)).toBe(false);
  expect(() => answer(start(), chosen)).toThrow(RangeError);
});

test('a result accepts no answer', () => {
  const quote = through(['llc'], ['multi-member']);
  expect(() => answer(quote, ['llc'])).toThrow(RangeError);
  expect(() => choose(quote, ['llc'])).toThrow(RangeError);
});
