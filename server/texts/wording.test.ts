import { expect, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { languages } from '#domain/language/language.ts';
import { plainText, segmentsOf } from '#domain/texts/segments.ts';
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
    expect(segmentsOf(plainText(text))).toBe(1);
    expect(text.startsWith(`${demoOffice.shortName}: `)).toBe(true);
  },
);

test('an office’s own words are sent in place of ours', async () => {
  const words = {
    '{office}: you have something to do in your account. {link} Reply STOP to end.':
      '{office} waits for you: {link} (STOP)',
  };
  const office = fixedOffice({ ...demoOffice, letters: { en: words } });
  const render = createTextRenderer({
    office,
    siteUrl: 'https://portal.example',
    readers: withLetters(await readers, office),
  });
  expect(render({ kind: 'reminder', facts: {}, language: 'en' }).body).toBe(
    'Nutmeg waits for you: https://portal.example/account (STOP)',
  );
});

test('an invitation has its code in the fragment of the link, and a text without its facts is refused', async () => {
  const render = createTextRenderer({
    office: fixedOffice(demoOffice),
    siteUrl: 'https://portal.example',
    readers: await readers,
  });
  const { body } = render({ kind: 'invitation', facts: { code: '2K3M4P5Q6R' }, language: 'es' });
  expect(body).toContain('https://portal.example/es/join#2K3M4P5Q6R');
  expect(() => render({ kind: 'invitation', facts: {}, language: null })).toThrow();
  expect(() => render({ kind: 'poem', facts: {}, language: null })).toThrow('there is no text "poem"');
  expect(render({ kind: 'reminder', facts: {}, language: null }).body).toBe(
    'Nutmeg: you have something to do in your account. https://portal.example/account Reply STOP to end.',
  );
});
