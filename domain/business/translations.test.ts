import { expect, test } from 'vitest';
import { demoBusiness } from '#tests/support/office.ts';
import { parseBusiness } from './business.ts';
import { factsIn, textsToTranslate } from './translations.ts';

const facts = parseBusiness({
  ...demoBusiness,
  calendar: { ...demoBusiness.calendar, closedOn: [{ day: '2026-12-24', reason: 'Staff outing' }] },
  translations: {
    es: {
      'Personal Taxes': 'Impuestos personales',
      'Staff outing': 'Paseo del personal',
      'The office is gone': 'Ya no está',
      [demoBusiness.name]: 'Otro nombre',
    },
  },
});

test('words have their translation wherever they are, and names stay', () => {
  const spanish = factsIn(facts, 'es');
  expect(spanish.prices.tiers[0]?.name).toBe('Impuestos personales');
  expect(spanish.prices.quote[0]?.name).toBe('Impuestos personales');
  expect(spanish.calendar.closedOn).toEqual([{ day: '2026-12-24', reason: 'Paseo del personal' }]);
  expect(spanish.name).toBe(demoBusiness.name);
});

test('a text without a translation stays as it is', () => {
  expect(factsIn(facts, 'es').prices.tiers[1]).toEqual(facts.prices.tiers[1]);
  const { translations: _, ...without } = facts;
  expect(factsIn(without, 'es')).toBe(without);
});

test('English facts are the facts', () => {
  expect(factsIn(facts, 'en')).toBe(facts);
});

test('names the texts that can be translated, each once', () => {
  const texts = textsToTranslate(facts);
  expect(texts).toContain('Staff outing');
  expect(texts.filter((text) => text === 'Personal Taxes')).toHaveLength(1);
  expect(texts).not.toContain(demoBusiness.name);
  expect(texts).not.toContain('Google');
});

test('the demo office is translated', () => {
  const words = demoBusiness.translations?.es ?? {};
  expect(textsToTranslate(demoBusiness).filter((text) => !Object.hasOwn(words, text))).toEqual([]);
  expect(Object.keys(words).filter((text) => !textsToTranslate(demoBusiness).includes(text))).toEqual([]);
});
