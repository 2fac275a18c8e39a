import { fileURLToPath } from 'node:url';
import { setupI18n } from '@lingui/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, parseBusiness } from '#domain/business/business.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { formatsIn } from '#domain/language/formats.ts';
import type { Reader } from '#domain/language/translate.ts';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import type { MailContent } from '#server/mail/transport/transport.ts';
import { translatedLetters } from '../readability/sample-letters.mjs';
import { collectWords } from './page-words.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Its facts have no words. */
const office: Business = parseBusiness({
  ...demoOffice,
  name: '§ 1',
  contact: {
    ...demoOffice.contact,
    address: { ...demoOffice.contact.address, street: '1', unit: '2', city: '3', directions: ['4'] },
  },
});

/** Words that people wrote, links, dates, which follow the language without a translation, and what mail programs know. */
const DATA = [
  /^\s*Re: /,
  /https?:\/\/\S+/g,
  /\S+@\S+/g,
  /\b(?:Rosa|Delgado|Dana|Tom|CT|EST)\b/g,
  /Please call us\./g,
  /(?:lunes|martes|viernes), \d+ de noviembre(?: de \d{4})?/g,
  /\d+ de noviembre de \d{4}(?: a las)?/g,
  /hora del Este/g,
];

/** All texts that the recipient of a mail reads. */
function textsOf({ subject, text, html, invitation }: MailContent): string[] {
  const visible = html.replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ').replace(/&\w+;/g, ' ');
  const event =
    (invitation?.ics ?? '').replace(/\r\n[ \t]/g, '').match(/^(?:SUMMARY|DESCRIPTION):.*/gm) ?? [];
  const said = event.map((line) => line.replace(/^\w+:/, '').replaceAll('\\n', '\n'));
  return [subject, text, visible, ...said].map((part) =>
    DATA.reduce((left, data) => left.replace(data, ''), part),
  );
}

describe('letters with other letters instead of the English ones', () => {
  let pseudo: Reader;
  beforeAll(async () => {
    const { languages } = await collectWords(root, { pseudo: true });
    const i18n = setupI18n({ locale: 'es', messages: { es: languages.es ?? {} } });
    pseudo = { language: 'es', t: (message) => i18n._(message), formats: formatsIn('es') };
  });

  test('have no English word', () => {
    const letters = translatedLetters(pseudo, office);
    expect(letters.length).toBeGreaterThan(60);
    for (const [name, mail] of letters) {
      for (const part of textsOf(mail))
        expect([name, part.match(/.*[A-Za-z]{2}.*/)?.[0]]).toEqual([name, undefined]);
    }
  });
});

test('letters in Spanish say as much as in English, in other words', async () => {
  const readers = await loadReaders();
  const english = new Map(translatedLetters(englishReader, office));
  for (const [name, mail] of translatedLetters(readers.es, office)) {
    for (const part of textsOf(mail))
      expect([name, part]).not.toEqual([name, expect.stringMatching(/\b(?:the|you|your|and|please)\b/i)]);
    const [spanish, source] = [mail.text, english.get(name)?.text ?? ''];
    expect(spanish.split('\n').length, name).toBe(source.split('\n').length);
    expect(spanish.match(/\b\d{8}\b|https:\S+/g)?.length, name).toBe(
      source.match(/\b\d{8}\b|https:\S+/g)?.length,
    );
    expect(mail.html).toContain('<html lang="es">');
    expect(mail.subject, name).not.toMatch(/[{}]/);
    expect(spanish, name).not.toMatch(/[{}]|undefined/);
  }
});
