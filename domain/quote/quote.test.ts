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

/** Some way, not to its end perhaps, made by dice that say which of the options are chosen. */
const someQuote: fc.Arbitrary<Quote> = fc.array(fc.nat(2 ** 7), { maxLength: 5 }).map((dice) =>
  dice.reduce((quote, die) => {
    if (!isStep(quote.at)) return quote;
    const options = optionsOf(quote.at);
    const set = options.filter((_, i) => die & (2 ** i));
    const chosen = isAnswer(quote.at, set) ? set : options.slice(0, 1);
    return answer(quote, chosen);
  }, start()),
);

test('a quote begins with one question and nothing chosen', () => {
  expect(start()).toEqual({ answered: [], at: 'start', chosen: [] });
  expect(resultOf(start())).toBeNull();
});

test('going back takes the question again and restores its answer, from anywhere to the beginning', () => {
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

test('a result can be left by going back, too', () => {
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
])('after %j the bar is at %i percent', (answers, percent) => {
  expect(progress(through(...answers))).toBe(percent);
});

test('what is chosen is kept as it is offered, each once, and may be taken back', () => {
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
])('%s is no answer', (_, chosen) => {
  expect(isAnswer('start', chosen)).toBe(false);
  expect(() => answer(start(), chosen)).toThrow(RangeError);
});

test('a result has no further answer', () => {
  const quote = through(['llc'], ['multi-member']);
  expect(() => answer(quote, ['llc'])).toThrow(RangeError);
  expect(() => choose(quote, ['llc'])).toThrow(RangeError);
});
