/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { msg } from '#domain/language/message.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { checkFacts } from './fit-facts.ts';
import { compileWording, wordingProblem } from './wording.ts';

describe('the office’s words for a text', () => {
  test.each([
    ['Hello {name},', 'Dear {name}:', undefined],
    ['Hello {name},', 'Hello,', 'needs {name}'],
    ['Hello {name},', 'Hello {nombre},', 'has {nombre}, which our text doesn’t have'],
    [
      'Hello {name},',
      'Hello {name',
      'has a brace without its partner: keep the values in braces as they were',
    ],
    ['Call <0/> or <1>write</1>.', 'Write <1>here</1>, or call <0/>.', undefined],
    ['Call <0/> or <1>write</1>.', 'Call <0/>.', 'needs <1>'],
    ['{count, plural, one {# day} other {# days}}', '{count, plural, one {a day} other {# days}}', undefined],
    ['{count, plural, one {# day} other {# days}}', 'some days', 'needs {count, plural}'],
    ['{count, plural, one {<0>a</0>} other {<0>#</0>}}', '{count, plural, other {<0>#</0>}}', undefined],
    ['Write <0>here</0>.', 'Write </0>here<0>.', 'has </0> in the wrong place'],
    ['Write <0>here</0>.', 'Write <0>here</0> or <0>here</0>.', 'has <0> in the wrong place'],
    ['<0>a</0> <1>b</1>', '<0>a <1>b</0></1>', 'has </0> in the wrong place'],
    ['Write to us.', 'Write <b>to us</b>.', 'has <b>, which our text doesn’t have'],
    [
      'Write to us.',
      '<img src=x onerror="a()">',
      'has <img src=x onerror="a()">, which our text doesn’t have',
    ],
    ['Write to us.', 'Under < 3 days, or <3.', undefined],
    ['Don’t {name}', "Don't '{name}'", 'needs {name}'],
    ['Hello {name', 'Hello {name', 'is not one of our texts'],
  ])('%s: %s: %s', (ours, own, problem) => {
    expect(wordingProblem(ours, own)).toBe(problem);
  });

  test('wrong ones are not saved, and are named', () => {
    const facts = { ...demoBusiness, wording: { en: { 'Hello {name},': 'Hello,' } } };
    expect(checkFacts(facts)).toEqual({
      problems: [{ path: 'wording.en.Hello {name},', message: 'needs {name}' }],
    });
  });

  test('too many are not saved', () => {
    const texts = (length: number, own: string) =>
      Object.fromEntries(Array.from({ length }, (_, at) => [`Text ${at}`, own]));
    expect(checkFacts({ ...demoBusiness, letters: { es: texts(12, 'x'.repeat(3500)) } })).toEqual({
      problems: [{ path: 'letters.es', message: 'must not have more than 40,000 characters together' }],
    });
    expect(checkFacts({ ...demoBusiness, wording: { en: texts(401, 'x') } })).toEqual({
      problems: [{ path: 'wording.en', message: 'must not have more than 400 texts' }],
    });
    expect(checkFacts({ ...demoBusiness, wording: { en: { Hello: 'x'.repeat(4001) } } })).toEqual({
      problems: [{ path: 'wording.en.Hello', message: 'must not be longer than 4,000 characters' }],
    });
  });

  test('whatever is saved can be shown', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      'name',
      '{name}',
      '<0>',
      '</0>',
      "'",
      '#',
      ',',
      'plural',
      ' ',
      'ñ',
      'other',
    );
    const words = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(words, words, (ours, own) => {
        if (wordingProblem(ours, own) === undefined)
          expect(() => compileWording({ [ours]: own })).not.toThrow();
      }),
      { numRuns: inputs(2000) },
    );
  });
});

test('compiles the words under the ids of our texts', () => {
  const hello = msg`Hello ${{ name: 'Ana' }},`;
  expect(compileWording({ 'Hello {name},': 'Dear {name}:' })).toEqual({
    [hello.id]: ['Dear ', ['name'], ':'],
  });
  expect(compileWording({})).toBeUndefined();
  expect(compileWording(null)).toBeUndefined();
});
