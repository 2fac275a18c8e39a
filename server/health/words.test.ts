/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeBackup } from '#domain/health/data-safety.ts';
import { judgeMail } from '#domain/health/mail.ts';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { type CheckedLight, checkedLight, lightFor, messagesToStore, storedWords } from './words.ts';

const { es: spanishReader } = await loadReaders();
const light = checkedLight(
  'mail',
  judgeMail({
    way: 'server',
    problem: undefined,
    oldestMinutes: null,
    undelivered: 0,
    failedToday: 1200,
    sentToday: 1,
  }),
);
const english = light.says.english;
const column = () => JSON.parse(JSON.stringify(messagesToStore(light)));
const inSpanish = (stored: unknown, text = english) =>
  lightFor(spanishReader, { ...light, says: storedWords(text, stored) }).says;
const spanish = 'En el último día fallaron 1,200 correos, y solo se envió 1.';

/** As a row of the database. */
function stored({ says, todo, ...rest }: CheckedLight): CheckedLight {
  const messages = JSON.parse(JSON.stringify(messagesToStore({ says, ...(todo && { todo }), ...rest })));
  return {
    ...rest,
    says: storedWords(says.english, messages),
    ...(todo && { todo: storedWords(todo.english, messages) }),
  };
}

test.each([
  [englishReader, '1,200 emails failed in the last day, and only 1 was sent.'],
  [spanishReader, spanish],
])('a reader gets the text in their language: $language', (reader, text) => {
  expect(lightFor(reader, light).says).toBe(text);
  expect(lightFor(reader, stored(light))).toEqual(lightFor(reader, light));
});

test('a light says two sentences, and keeps its technical reason', () => {
  const failed = judgeBackup(
    {
      configured: true,
      goodAt: new Date('2026-11-22T09:00Z'),
      failedAt: new Date('2026-11-22T10:00Z'),
      stuckSince: null,
    },
    new Date('2026-11-22T12:00Z'),
  );
  const checked = checkedLight('backup', { ...failed, detail: 'ENOSPC' });
  expect(lightFor(spanishReader, stored(checked))).toEqual({
    id: 'backup',
    state: 'yellow',
    says: 'La última copia de seguridad falló. La última copia de seguridad en buen estado es de hace 3 horas.',
    todo: 'Ejecute a mano “npm run portal -- backup” para ver cuál es el problema.',
    detail: 'ENOSPC',
  });
});

describe('is in English as it was stored', () => {
  test('without messages', () => {
    expect(inSpanish(null)).toBe(english);
    expect(inSpanish(column())).toBe(spanish);
  });

  test('with the messages of an earlier text', () => {
    expect(inSpanish(column(), 'Emails fail.')).toBe('Emails fail.');
  });

  test('with a message that only another release knows', () => {
    const [{ text, messages }] = column();
    expect(inSpanish([{ text, messages: [...messages, { id: 'Ab-_09', values: {} }] }])).toBe(english);
  });

  test.each([
    ['no list', { text: english, messages: [] }],
    ['no messages', [{ text: english, messages: [] }]],
    ['an id that is a message itself', [{ text: english, messages: [{ id: '{way} is down', values: {} }] }]],
    ['a value that is no text', [{ text: english, messages: [{ id: 'Ab-_09', values: { a: [] } }] }]],
  ])('with %s', (_what, messages) => {
    expect(inSpanish(messages)).toBe(english);
  });

  test('with anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (messages, text) => {
        expect(inSpanish(messages, text)).toBe(text);
      }),
    );
  });
});
