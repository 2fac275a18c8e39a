import { expect, test } from 'vitest';
import { demoBusiness } from '#tests/support/office.ts';
import { createPreview } from './preview.ts';
import type { SiteBuild } from './site-build.ts';

const settings = { siteUrl: 'https://office.example', publishableKey: 'key', calendarUrl: null };
const path = (pattern: string, more: object = {}) => ({
  pattern,
  rendered: pattern,
  data: null,
  scriptsFirst: false,
  fontsLast: false,
  preloads: [],
  ...more,
});
const build: SiteBuild = {
  paths: [
    path('/'),
    path('/robots.txt'),
    path('/account', { scriptsFirst: true }),
    path('/manage/:id', { rendered: '/manage/-' }),
  ],
  render: async (at, { business, siteUrl }) =>
    at === '/robots.txt'
      ? new Response('User-agent: *', { headers: { 'content-type': 'text/plain' } })
      : new Response(
          `<html><head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>
<script type="application/ld+json">{"a":1}</script></head><body>${business.name} at ${siteUrl}<script>
if (1 < 2) alert(1)
</script><script src="/a.js"></script></body></html>`,
          { headers: { 'content-type': 'text/html; charset=utf-8' } },
        ),
};
const preview = createPreview(build, settings);

test('shows the facts that it is given, without a script', async () => {
  const html = await preview('/', { ...demoBusiness, name: 'Elm Street Taxes' });
  expect(html).toContain('Elm Street Taxes at https://office.example');
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>');
  expect(html).not.toMatch(/<script|modulepreload|alert/);
});

test('links of the page would open a new window, which its frame refuses', async () => {
  expect(await preview('/', demoBusiness)).toMatch(/^<html><head><base target="_blank"\/>/);
});

test.each(['/robots.txt', '/account', '/manage/-', '/manage/:id', '/nothing', '', 'https://other.example/'])(
  '%j is no page to preview',
  async (at) => {
    expect(await preview(at, demoBusiness)).toBeUndefined();
  },
);
