import { afterEach, expect, test, vi } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { authLetter } from '#server/mail/letters/auth-letters.ts';
import { renderLetter } from '#server/mail/letters/render-letter.ts';
import { englishReader, loadReaders } from './readers.ts';

afterEach(() => vi.unstubAllEnvs());

const readers = await loadReaders();
const office = { ...demoOffice, name: 'Impuestos' };
const mail = { to: 'rosa@example.com', firstName: 'Rosa', link: 'https://portal.example/x', code: '482913' };

test('greets in the language of the reader', () => {
  expect(readers.en.t(greeting('Rosa'))).toBe('Hello Rosa,');
  expect(readers.es.t(greeting('Rosa'))).toBe('Hola, Rosa:');
  expect(readers.es.t(greeting('<b>'))).toBe('Hola:');
});

test('a text without a translation is in English', () => {
  expect(readers.es.t({ id: 'none', message: 'Only {what}', values: { what: 'English' } })).toBe(
    'Only English',
  );
});

test('a letter is in the language of its reader, in both parts', () => {
  const letter = authLetter('confirmation', mail, office);
  const spanish = renderLetter(letter, office, readers.es);
  expect(spanish.subject).toBe('Confirme su dirección de correo electrónico');
  expect(spanish.html).toContain('<html lang="es">');
  for (const part of [spanish.html, spanish.text]) {
    expect(part).toContain('Hola, Rosa:');
    expect(part).toContain(`Gracias por registrarse en ${office.name}.`);
    expect(part).toContain('Si se le pide un código, escriba este:');
    expect(part).toContain('482913');
  }
  expect(spanish.html).toContain('Si el botón no funciona');
  expect(spanish.text).not.toMatch(/\b(the|your|please)\b/i);
  const english = renderLetter(letter, office, englishReader);
  expect(english.subject).toBe('Please confirm your email address');
  expect(renderLetter(letter, office)).toEqual(english);
});

test('English has its values also where NODE_ENV is "production"', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  vi.resetModules();
  const { englishReader: reader } = await import('./readers.ts');
  const { holidayOn } = await import('#domain/office-time/holidays.ts');
  expect(reader.t(greeting('Rosa'))).toBe('Hello Rosa,');
  expect(holidayOn('2026-07-03', ['independence-day'], [1, 2, 3, 4, 5])).toBe('Independence Day (observed)');
});
