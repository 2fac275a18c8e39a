import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { inWords } from '#domain/language/translate.ts';
import { noteWords, paperNote } from './step-note.ts';

test('translates the note of an approval on paper, and leaves what staff wrote', () => {
  const signed = noteWords(paperNote('Rosa Delgado'));
  expect(signed).toMatchObject({ id: expect.any(String), values: { name: 'Rosa Delgado' } });
  expect(inWords(signed, english)).toBe('Signed on paper by Rosa Delgado');
  expect(noteWords('Please send the W-2.\nThanks')).toBe('Please send the W-2.\nThanks');
});
