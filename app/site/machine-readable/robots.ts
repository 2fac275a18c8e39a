import type { LoaderFunctionArgs } from 'react-router';
import { siteSource } from '#app/shared/site-source.ts';

const hidden = ['/account', '/secured-files', '/manage'];

export function loader({ context }: LoaderFunctionArgs): Response {
  const { siteUrl } = context.get(siteSource);
  const lines = [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
