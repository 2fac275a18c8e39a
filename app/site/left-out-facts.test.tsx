// @vitest-environment happy-dom

import { I18nProvider } from '@lingui/react';
import type { ComponentType } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { describe, expect, test } from 'vitest';
import { wordsIn } from '#app/language/words.ts';
import { SiteProvider } from '#app/shared/site-data.tsx';
import { siteSource } from '#app/shared/site-source.ts';
import { type Business, parseBusiness } from '#domain/business/business.ts';
import { officeOf } from '#domain/business/office.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { Shell } from './shell/shell.tsx';

interface Page {
  default: ComponentType;
  handle?: { bare?: boolean };
  loader?: LoaderFunction;
  meta: (args: object) => Record<string, string>[];
}

const pages = Object.entries(
  import.meta.glob<Page>(['./*/page.tsx', './legal/*-page.tsx', '../pages/booking.tsx'], { eager: true }),
);

/** An office with as few facts as the schema allows. */
const fewFacts = parseBusiness({
  ...demoBusiness,
  streetMap: null,
  social: [],
  messengers: [],
  apps: [],
  team: [],
  tutorialVideo: null,
  reviews: { items: [], tallies: [], writeOn: [] },
  payments: { cardUrl: null, wallets: [], atTheOffice: [] },
  contact: {
    ...demoBusiness.contact,
    address: { ...demoBusiness.contact.address, unit: null, directions: [] },
  },
  prices: {
    ...demoBusiness.prices,
    tiers: [{ id: 'flat', name: 'Any return', from: 90, to: 90, popular: false }],
    extras: [],
    stateFilingIncluded: false,
    planningFrom: null,
  },
  referral: { ...demoBusiness.referral, examples: [], paidBy: [] },
  links: { ...demoBusiness.links, stateRefunds: [] },
});

const settings = { siteUrl: 'http://localhost', publishableKey: 'none', calendarUrl: null };

async function show(page: Page, business: Business) {
  const site = { office: officeOf(business), language: 'en' as const, ...settings };
  const routes = [
    {
      id: 'page',
      path: '*',
      element: (
        <I18nProvider i18n={wordsIn('en').i18n}>
          <SiteProvider site={site}>
            {page.handle?.bare ? (
              <page.default />
            ) : (
              <Shell>
                <page.default />
              </Shell>
            )}
          </SiteProvider>
        </I18nProvider>
      ),
      ...(page.loader && { loader: page.loader }),
    },
  ];
  const { query, dataRoutes } = createStaticHandler(routes);
  const requestContext = new RouterContextProvider();
  requestContext.set(siteSource, { business, ...settings });
  const context = await query(new Request('http://localhost/'), { requestContext });
  if (context instanceof Response) throw new Error('The page redirects.');
  const router = createStaticRouter(dataRoutes, context);
  const errors: unknown[] = [];
  const html = await renderToReadableStream(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  );
  await html.allReady;
  expect(errors).toEqual([]);
  document.body.innerHTML = await new Response(html).text();
  const meta = page.meta({ matches: [{ loaderData: site }], loaderData: context.loaderData.page });
  for (const script of document.querySelectorAll('script:not([type])')) script.remove();
  return { body: document.body, said: `${document.body.textContent} ${JSON.stringify(meta)}` };
}

test('there are pages to show', () => {
  expect(pages.length).toBeGreaterThan(18);
});

describe.each(pages)('%s', (_, page) => {
  test.each([
    ['all facts', demoBusiness],
    ['few facts', fewFacts],
  ])('has no gaps with %s', async (_, business) => {
    const { body, said } = await show(page, business);
    expect(body.querySelectorAll('h1')).toHaveLength(1);
    expect(said).not.toContain('Opening soon');
    expect(
      said.match(
        /.{0,40}(undefined|NaN|\[object|\bby [.,]| [.,]|,[.]|[^.][.][.][^.]|\(\)|(\$[\d,]+) (?:to|–) \2).{0,40}/g,
      ),
    ).toBeNull();
    const isBare = (part: Element) =>
      part.textContent.trim() === (part.querySelector('h1, h2, h3')?.textContent ?? '').trim();
    const bare = [...body.querySelectorAll('section, article, ul, ol, dl, table, figure')].filter(isBare);
    expect(bare.map(({ outerHTML }) => outerHTML)).toEqual([]);
  });
});

test('a portrait is a picture with the person’s name, and initials stand for a missing one', async () => {
  const about = pages.find(([path]) => path === './about/page.tsx')?.[1];
  if (!about) throw new Error('The about page is gone.');
  const person = { name: 'Ana Ruiz', role: 'Preparer', about: 'Prepares returns.', languages: ['Spanish'] };
  const portrait = 'a'.repeat(64);
  const { body } = await show(about, {
    ...demoBusiness,
    team: [
      { ...person, portrait },
      { ...person, name: 'Bo Chen', portrait: null },
    ],
  });
  const [ana, bo] = body.querySelectorAll('section[aria-labelledby=team] li');
  const image = ana?.querySelector('picture img');
  expect(image?.getAttribute('alt')).toBe('Ana Ruiz');
  expect(image?.getAttribute('src')).toBe(`/pictures/${portrait}-256.webp`);
  expect(image?.getAttribute('loading')).toBe('lazy');
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['128', '128']);
  expect(ana?.querySelector('source[type="image/avif"]')?.getAttribute('srcset')).toBe(
    [128, 256, 512].map((width) => `/pictures/${portrait}-${width}.avif ${width}w`).join(', '),
  );
  expect(bo?.querySelector('picture')).toBeNull();
  expect(bo?.textContent).toContain('BC');
  // As large as the portrait beside it.
  expect(bo?.querySelector('span')?.className).toContain('size-24');
});
