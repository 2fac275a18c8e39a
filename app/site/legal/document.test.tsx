import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { i18nOf } from '#app/language/words.ts';
import { SiteProvider } from '#app/shared/site-data.tsx';
import type { Language } from '#domain/language/language.ts';
import { demoOffice } from '#tests/support/office.ts';
import { messages } from '../../../locales/es/site/legal.po';
import Terms from './terms-page.tsx';

function shown(language: Language): string {
  const i18n = i18nOf(language, language === 'es' ? messages : {});
  const site = {
    office: demoOffice,
    language,
    siteUrl: 'https://nutmeg.test',
    publishableKey: 'key',
    calendarUrl: null,
  };
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <SiteProvider site={site}>
        <Terms />
      </SiteProvider>
    </I18nProvider>,
  );
}

test('a translation says that the English text binds, with a link to it', () => {
  const html = shown('es');
  expect(html).toContain('Versión 2.0, última actualización: enero de 2025');
  expect(html).toContain('El texto en inglés es el único que obliga legalmente.');
  expect(html).toMatch(/<a href="\/legal" hrefLang="en"[^>]*>Leer el texto en inglés<\/a>/);
  expect(html).toContain('se rige por las leyes de Connecticut');
});

test('the English text has no such note', () => {
  expect(shown('en')).not.toContain('hrefLang');
});
