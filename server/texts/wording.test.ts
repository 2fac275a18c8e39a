import { expect, test } from 'vitest';
import type { Business } from '#domain/business/business.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { languages } from '#domain/language/language.ts';
import { ourTexts, ownTextProblems } from '#domain/texts/own-words.ts';
import { lengthOf, ONE, plainText } from '#domain/texts/segments.ts';
import { textKinds, textWords } from '#domain/texts/wording.ts';
import { loadReaders, withLetters } from '#server/language/readers.ts';
import { fixedOffice } from '#server/office/office.ts';
import { createTextRenderer } from './render.ts';

const readers = loadReaders();
test.each(textKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  '%s in %s fits into one, and loses no letter',
  async (kind, language) => {
    const text = (await readers)[language].t(
      textWords(kind, {
        office: demoOffice.shortName,
        phone: demoOffice.contact.phone.display,
        link: 'https://www.nutmegtax.example/account',
      }),
    );
    expect(plainText(text)).toBe(text.replaceAll('’', "'"));
    expect(lengthOf(plainText(text))).toBeLessThanOrEqual(ONE);
    expect(text.startsWith(`${demoOffice.shortName}: `)).toBe(true);
  },
);

const siteUrl = 'https://portal.example';

async function rendererOf(letters: Business['letters'], shortName = demoOffice.shortName) {
  const office = fixedOffice({ ...demoOffice, shortName, letters });
  return createTextRenderer({ office, siteUrl, readers: withLetters(await readers, office) });
}

test('an office’s own words are sent in place of ours', async () => {
  const words = {
    '{office}: you have something to do in your account. {link} Reply STOP to end.':
      '{office} waits for you: {link} (STOP) sen\u0303al',
  };
  const render = await rendererOf({ en: words });
  expect(render({ kind: 'reminder', facts: {}, language: 'en' }).body).toBe(
    'Nutmeg waits for you: https://portal.example/account (STOP) señal',
  );
});

test('the longest words that the editor takes fit into one text, with what is put in, and no more do', async () => {
  const shapes = [
    '{office}: {link} STOP ',
    '{ office } {link} {office} STOP ',
    '{link} {office} {link} STOP ',
  ];
  const fillers = ['y', '€', '…', 'n\u0303', 'á'];
  const names = ['N', 'Núñez – Taxes', 'x'.repeat(40)];
  const clientId = '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b';
  let most = 0;
  for (const { kind, message } of ourTexts) {
    const ours = message.message ?? '';
    const facts = kind === 'message' ? { client_id: clientId } : {};
    for (const shape of shapes)
      for (const filler of fillers)
        for (const office of names) {
          const accepts = (own: string) =>
            ownTextProblems({ shortName: office, letters: { en: { [ours]: own } } }, siteUrl).length === 0;
          if (!accepts(shape)) continue;
          let own = shape;
          while (accepts(own + filler)) own += filler;
          const render = await rendererOf({ en: { [ours]: own }, es: { [ours]: own } }, office);
          const lengths = languages.map((language) => lengthOf(render({ kind, facts, language }).body));
          most = Math.max(most, ...lengths);
          // Links without a language are shorter.
          expect(Math.max(...lengths)).toBeGreaterThan(ONE - 3);
        }
  }
  expect(most).toBe(ONE);
});

test('an invitation has its code in the fragment of the link, and a text without its facts is refused', async () => {
  const render = await rendererOf(null);
  const { body } = render({ kind: 'invitation', facts: { code: '2K3M4P5Q6R' }, language: 'es' });
  expect(body).toContain('https://portal.example/es/join#2K3M4P5Q6R');
  expect(() => render({ kind: 'invitation', facts: {}, language: null })).toThrow();
  expect(() => render({ kind: 'poem', facts: {}, language: null })).toThrow('there is no text "poem"');
  expect(render({ kind: 'reminder', facts: {}, language: null }).body).toBe(
    'Nutmeg: you have something to do in your account. https://portal.example/account Reply STOP to end.',
  );
});
