/** A page as the server sends it, before any script runs. */
export interface ServedPage {
  path: string;
  status: number;
  html: string;
  /** The visible text, with single spaces. */
  text: string;
}

/** The public pages, in the order of the site map. */
export const indexedPaths = [
  '/',
  '/tax-preparation-services',
  '/fees',
  '/quote',
  '/upload',
  '/reviews',
  '/referrals',
  '/booking',
  '/contact-us',
  '/frequently-asked-questions',
  '/payment',
  '/legal',
  '/privacy-security',
  '/about-us',
  '/refund',
  '/verify',
  '/read-reviews',
  '/map-location-and-directions',
  '/apps',
  '/website-services',
  '/business-startups',
  '/signup',
] as const;

/** Account pages that search engines must not index. */
export const hiddenPaths = ['/login', '/password-reset', '/reset-password', '/confirm-email'] as const;

export type PublicPath = (typeof indexedPaths)[number];

/** Fetches pages of a portal, each once. */
export function servedPages(url: string): (path: string) => Promise<ServedPage> {
  const served = new Map<string, Promise<ServedPage>>();
  return (path) => {
    const page = served.get(path) ?? fetchPage(url, path);
    served.set(path, page);
    return page;
  };
}

async function fetchPage(url: string, path: string): Promise<ServedPage> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  return { path, status: answer.status, html, text: visibleText(html) };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return decodeEntities(
    body
      .replace(/<script\b[\s\S]*?<\/script>/g, ' ')
      // React separates adjacent texts with an empty comment.
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<\/?(span|strong|em|b|i|a|wbr)\b[^>]*>/g, '')
      .replace(/<[^>]+>/g, ' '),
  ).replace(/\s+/g, ' ');
}

export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** All tags with this name and their attributes, in order. */
export function tags(html: string, name: string): Tag[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, source = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...source.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decodeEntities(value),
      ]),
    ),
  }));
}

/** The content of each <meta> with this name or property. */
export function metaOf({ html }: ServedPage, key: string): string[] {
  return tags(html, 'meta')
    .filter(({ attributes }) => attributes.name === key || attributes.property === key)
    .map(({ attributes }) => attributes.content ?? '');
}

export function titleOf({ html }: ServedPage): string {
  return decodeEntities(html.match(/<title>([^<]*)<\/title>/)?.[1] ?? '');
}

export interface StructuredData {
  '@type': string;
  [key: string]: unknown;
}

/** The structured data of a page. */
export function structuredDataOf({ html }: ServedPage): StructuredData[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as StructuredData,
  );
}

/** Links of the page. Labels include text for screen readers. */
export function linksOf({ html }: ServedPage): { label: string; href: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, source = '', inner = '']) => ({
    label: visibleText(`<body>${inner}`).trim(),
    href: decodeEntities(source.match(/\bhref="([^"]*)"/)?.[1] ?? ''),
  }));
}
