import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { i18nOf } from '#app/language/words.ts';
import { SiteProvider } from '#app/shared/site-data.tsx';
import { officeOf } from '#domain/business/office.ts';
import type { Language } from '#domain/language/language.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { messages } from '../../../locales/es/site/fees.po';
import Fees from './page.tsx';

function page(language: Language): string {
  const office = officeOf(demoBusiness);
  const site = {
    office,
    language,
    siteUrl: 'https://portal.example',
    publishableKey: 'key',
    calendarUrl: null,
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <I18nProvider i18n={i18nOf(language, language === 'es' ? messages : {})}>
        <SiteProvider site={site}>
          <Fees />
        </SiteProvider>
      </I18nProvider>
    </MemoryRouter>,
  );
  return html.replace(/<(?:svg|path)\b[^>]*>/g, '');
}

test('the prices in English', () => {
  const html = page('en');
  expect(html).toContain('One price for the whole return</h1>');
  expect(html).toContain('depends on how many forms you need. State filing is included in all 50 states.');
  expect(html).toContain('$80 <span class="text-xl">to</span> $120');
  expect(html).toContain('For business returns over $500, you can pay in 2 or 3 installments.');
});

test('the prices in Spanish', () => {
  const html = page('es');
  expect(html).toContain('Un solo precio por toda la declaración</h1>');
  expect(html).toContain('formularios necesite. La declaración estatal está incluida en los 50 estados.');
  expect(html).toContain('$80 <span class="text-xl">a</span> $120');
  expect(html).toContain('más de $500, puede pagarla en 2 o 3 plazos.');
  expect(html).toContain('<span class="sr-only">No incluido</span>');
  expect(html).not.toMatch(/One price|What’s included|Most popular|Pay Now/);
});
