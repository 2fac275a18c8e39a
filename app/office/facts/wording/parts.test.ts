import { expect, test } from 'vitest';
import type { LetterText } from '#contract/office.ts';
import { english } from '#domain/language/english.ts';
import { hasForms, placeNames, setAside, valuesIn } from './parts.ts';

const text = (words: string, ...places: LetterText['places']): LetterText => ({
  text: words,
  spanish: words,
  places,
  values: { en: {}, es: {} },
});

test('the texts of a mail are named by their places', () => {
  const texts = [
    text('Booked', 'subject', 'heading'),
    text('One', 'paragraph'),
    text('Two', 'paragraph', 'note'),
    text('Three', 'note'),
  ];
  expect(placeNames(texts, english)).toEqual([
    'Subject line, heading',
    'Paragraph 1',
    'Paragraph 2, small print 1',
    'Small print 2',
  ]);
});

test('the values of a text are listed once, and a text with forms is known', () => {
  expect(valuesIn('{a} to {b}, {a}')).toEqual(['a', 'b']);
  expect(hasForms('{count, plural, one {# day} other {# days}}')).toBe(true);
  expect(hasForms('{name}, {day}')).toBe(false);
});

test('the office’s words are set aside in each language when our text is gone', () => {
  const parts = [{ id: 'recovery', texts: [text('Hello', 'greeting')] }];
  const own = { en: { Hello: 'Hi', Gone: 'Old' }, es: { Gone: 'Viejo' } };
  expect(setAside(parts, own)).toEqual([
    { language: 'en', text: 'Gone' },
    { language: 'es', text: 'Gone' },
  ]);
});
