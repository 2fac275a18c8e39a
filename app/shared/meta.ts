import type { MetaArgs, MetaDescriptor } from 'react-router';
import { readerIn } from '#app/language/words.ts';
import type { SiteData } from '#contract/site.ts';
import { alternates, locales, localizePath, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Reader, type Translate, type Wording } from '#domain/language/translate.ts';

export interface PageMeta {
  /** The office's name is added. Undefined on the home page. */
  title?: Wording;
  description: Wording;
  /** Of the page in English. Becomes the canonical URL, in the page's language. */
  path: string;
  /** False keeps the page out of search engines. */
  index?: boolean;
  data?: MetaDescriptor[];
}

/**
 * Makes a route's `meta` export: title, description, canonical address, addresses in other languages, robots, share
 * image.
 * @param describe what the page is about, from the office's facts, the route's data, and the reader's formats
 */
export function pageMeta<Loader = unknown>(
  describe: (site: SiteData, args: MetaArgs<Loader>, reader: Reader) => PageMeta,
) {
  return (args: MetaArgs<Loader>): MetaDescriptor[] => {
    const site = args.matches[0]?.loaderData as SiteData;
    const reader = readerIn(site.language, site.wording);
    return head(site, describe(site, args, reader), reader);
  };
}

/** The same for a page without facts in its words, kept out of search engines. */
export const unlistedMeta = (path: string, words: Pick<PageMeta, 'title' | 'description'>) =>
  pageMeta(() => ({ ...words, path, index: false }));

function head(
  { office, siteUrl }: SiteData,
  { path, index = true, data = [], ...words }: PageMeta,
  { language, t }: Reader,
): MetaDescriptor[] {
  const title = words.title && inWords(words.title, t);
  const description = inWords(words.description, t);
  const full = title ? `${title} | ${office.name}` : `${office.name}, ${office.state}`;
  const address = siteUrl + localizePath(path, language);
  const image = siteUrl + localizePath('/share.png', language);
  return [
    { title: full },
    { name: 'description', content: description },
    { name: 'robots', content: index ? 'index, follow' : 'noindex, nofollow' },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(index ? translations(siteUrl, path) : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: office.name },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: locales[language].replace('-', '_') },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: office.name },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: image },
    ...(index && title ? [breadcrumbs(title, address, siteUrl + localizePath('/', language), t)] : []),
    ...data,
  ];
}

/** The page in each language. Readers of other languages get the English one. */
function translations(siteUrl: string, path: string): MetaDescriptor[] {
  const pages = alternates(path).map(({ language, path }) => ({ hrefLang: language as string, path }));
  return [...pages, { hrefLang: 'x-default', path: localizePath(path, sourceLanguage) }].map(
    ({ hrefLang, path }) => ({ tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + path }),
  );
}

/** Structured data for search engines (schema.org): from the home page to this one. */
function breadcrumbs(title: string, address: string, home: string, t: Translate): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: t(msg`Home`), item: home },
        { '@type': 'ListItem', position: 2, name: title, item: address },
      ],
    },
  };
}
