import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { letterWording } from '../sections/wording.ts';
import { changesOf } from './changes.ts';
import { fieldsOf } from './fields.ts';
import { applyFormValues, toFormValues } from './form-values.ts';
import { mergeFacts } from './merge.ts';
import { fieldProblems } from './problems.ts';

const fields = fieldsOf(letterWording);
const withLetters = (letters?: object) => ({ ...demoBusiness, ...(letters && { letters }) });
const merge = (base: object | undefined, mine: object | undefined, theirs: object | undefined) =>
  mergeFacts(fields, {
    base: withLetters(base) as typeof demoBusiness,
    mine: withLetters(mine),
    theirs: withLetters(theirs) as typeof demoBusiness,
  });
const reader = { language: 'en', t: english, formats: {} as never } as const;

test('two owners can change different texts at once', () => {
  const merged = merge(
    { en: { Hello: 'Hi', Bye: 'So long' } },
    { en: { Hello: 'Hi', Bye: 'See you' }, es: { Hello: 'Hola' } },
    { en: { Bye: 'So long', Thanks: 'Thank you' } },
  );
  expect(merged.conflicts).toEqual([]);
  expect(merged.theirs).toEqual(fields);
  expect(merged.facts).toMatchObject({
    letters: { en: { Bye: 'See you', Thanks: 'Thank you' }, es: { Hello: 'Hola' } },
  });
  expect((merged.facts as { letters: { en: object } }).letters.en).not.toHaveProperty('Hello');
});

test.each([
  [{ en: { Hello: 'Hi' } }, { en: { Hello: 'Hey' } }, { en: { Hello: 'Howdy' } }],
  [undefined, { en: { Hello: 'Hey' } }, { en: { Hello: 'Howdy' } }],
  [{ en: { Hello: 'Hi' } }, undefined, { en: { Hello: 'Howdy' } }],
])('the same text changed twice is asked about', (base, mine, theirs) => {
  expect(merge(base, mine, theirs).conflicts).toEqual(fields);
});

test('what is typed is saved by language and text, without what is empty', () => {
  const stored = withLetters({ en: { 'Hello {name}, dear.': 'Hi {name}.' } });
  const typed = toFormValues(fields, stored);
  expect(applyFormValues(fields, typed, stored)).toEqual(stored);
  typed.letters = { en: { 'Hello {name}, dear.': '  ' }, es: { Bye: ' Adiós ' } };
  const changed = applyFormValues(fields, typed, stored);
  expect(changed).toMatchObject({ letters: { es: { Bye: 'Adiós' } } });
  expect(changesOf(fields, stored, changed, reader).map(({ text }) => text)).toEqual([
    '“Hello {name}, dear.” in English: removed (was Hi {name}.)',
    '“Bye” in Spanish: Adiós',
  ]);
  typed.letters = { en: {}, es: {} };
  expect(applyFormValues(fields, typed, stored)).not.toHaveProperty('letters');
});

test('a problem is at the field of its text', () => {
  const problems = [{ path: 'letters.es.Hello {name}, dear.', message: 'needs {name}' }];
  const found = fieldProblems(
    problems,
    { section: letterWording, sections: [letterWording], facts: demoBusiness },
    reader,
  );
  expect(found).toEqual([
    {
      name: expect.stringMatching(/^letters\.es\.[\w+/]{6}$/),
      message: '“Hello {name}, dear.” in Spanish needs {name}.',
    },
  ]);
});
