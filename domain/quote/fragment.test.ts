/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { fromFragment, toFragment } from './fragment.ts';
import { graph } from './graph.ts';
import { answer, choose, isAnswer, isStep, type Quote, start } from './quote.ts';

test.each([
  ['', [], 'start', []],
  ['#answers=&chosen=llc', [], 'start', ['llc']],
  ['#answers=personal', [['personal']], 'personal-income', []],
  ['#answers=personal&chosen=w2,stocks', [['personal']], 'personal-income', ['w2', 'stocks']],
  ['#answers=personal/w2,stocks', [['personal'], ['w2', 'stocks']], 'business-activities', []],
  ['#answers=llc/multi-member', [['llc'], ['multi-member']], 'result-business', []],
])('%j is parsed and written unchanged', (fragment, answers, at, chosen) => {
  const quote = fromFragment(fragment);
  expect(quote?.answered.map((step) => step.chosen)).toEqual(answers);
  expect(quote).toMatchObject({ at, chosen });
  expect(toFragment(quote ?? start())).toBe(fragment);
});

test.each([
  ['what is left out of the middle', '#answers=personal//none', '#answers=personal'],
  ['an unknown answer', '#answers=personal/gold', '#answers=personal'],
  ['an answer of another question', '#answers=llc/w2', '#answers=llc'],
  ['two answers where one is asked for', '#answers=llc,personal/w2', ''],
  ['more answers than questions', '#answers=llc/multi-member/w2', '#answers=llc/multi-member'],
  ['a choice after the end', '#answers=llc/multi-member&chosen=w2', '#answers=llc/multi-member'],
  ['a choice that there is not', '#answers=llc&chosen=w2', '#answers=llc'],
  ['another order', '#answers=personal/stocks,w2,stocks', '#answers=personal/w2,stocks'],
  ['what every object has', '#answers=constructor/__proto__', ''],
])('%s: %s is parsed up to the first invalid answer', (_, fragment, understood) => {
  expect(toFragment(fromFragment(fragment) ?? start())).toBe(understood);
});

test.each(['#main', '#', '#%', '#answers', '#ANSWERS=llc', '#answers=<b>', '#access_token=x&type=recovery'])(
  'ignores %s',
  (fragment) => {
    expect(fromFragment(fragment)).toBeNull();
  },
);

const steps = Object.values(graph).flatMap(({ options }) => Object.keys(options));
const part = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...steps) },
  fc.constantFrom('', 'constructor', '__proto__', 'toString', '%00', 'answers', 'start', 'result-basic'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const nearly = fc
  .array(fc.tuple(part, fc.constantFrom('/', ',', '/', '&chosen=', '#')), { maxLength: 8 })
  .map((pieces) => `#answers=${pieces.flat().join('')}`);
const hostile = fc.oneof(
  nearly,
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => `#${text}`),
);

test('any fragment gives a valid path', () => {
  fc.assert(
    fc.property(hostile, (fragment) => {
      const quote = fromFragment(fragment);
      if (quote === null) return;
      expect(walkedAgain(quote)).toEqual(quote);
      expect(fromFragment(toFragment(quote))).toEqual(quote);
    }),
    { numRuns: inputs(5000) },
  );
});

/** The same answers given one at a time, as on the page. */
function walkedAgain({ answered, chosen }: Quote): Quote {
  const quote = answered.reduce((way, given) => {
    expect(way.at).toBe(given.step);
    expect(isStep(way.at) && isAnswer(way.at, given.chosen)).toBe(true);
    return answer(way, given.chosen);
  }, start());
  return chosen.length > 0 ? choose(quote, chosen) : quote;
}
