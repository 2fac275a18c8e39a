import { siteUrl } from '#app/env.ts';

const hidden = ['/account', '/secured-files', '/manage'];

export function loader(): Response {
  const lines = [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
