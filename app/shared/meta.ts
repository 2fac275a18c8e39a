import type { MetaDescriptor } from 'react-router';
import { business } from '#app/business.ts';
import { siteUrl } from '#app/env.ts';

export interface PageMeta {
  /** The office's name is added. Undefined on the home page. */
  title?: string;
  description: string;
  /** Becomes the canonical URL. */
  path: string;
  /** False keeps the page out of search engines. */
  index?: boolean;
}

/** The head of a page: title, description, canonical address, robots, share image. */
export function pageMeta({ title, description, path, index = true }: PageMeta): MetaDescriptor[] {
  const full = title ? `${title} | ${business.name}` : `${business.name}, ${business.state}`;
  const address = `${siteUrl}${path === '/' ? '/' : path}`;
  const image = `${siteUrl}/share.png`;
  return [
    { title: full },
    { name: 'description', content: description },
    { name: 'robots', content: index ? 'index, follow' : 'noindex, nofollow' },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: business.name },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: business.name },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: image },
    ...(index && title ? [breadcrumbs(title, path)] : []),
  ];
}

/** Structured data for search engines (schema.org): from the home page to this one. */
function breadcrumbs(title: string, path: string): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
        { '@type': 'ListItem', position: 2, name: title, item: `${siteUrl}${path}` },
      ],
    },
  };
}
