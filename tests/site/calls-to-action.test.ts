import { expect, test } from 'vitest';
import business from '#business' with { type: 'json' };
import { sharedPortal } from '#tests/support/server/portal.ts';
import { calls } from '#tests/support/site/calls-to-action.ts';
import { linksOf, servedPages } from '#tests/support/site/served-pages.ts';

const servedPage = servedPages((await sharedPortal('site')).url);

for (const [path, { visitor, signedIn }] of Object.entries(calls)) {
  test(`${path} shows the calls to action for visitors`, async () => {
    const page = await servedPage(path);
    const main = page.html.slice(page.html.indexOf('<main'), page.html.indexOf('</main>'));
    const links = linksOf({ ...page, html: main }).map(({ label, href }) => `${label} > ${href}`);
    for (const link of visitor) expect(links).toContain(link.join(' > '));
    const not = signedIn.filter(([label]) => !visitor.some(([other]) => other === label));
    for (const link of not) expect(links).not.toContain(link.join(' > '));
  });
}

test('QR codes of payment apps are in the prerendered page', async () => {
  const { html } = await servedPage('/payment');
  for (const { name } of business.payments.wallets) {
    const start = html.indexOf(`aria-label="QR code for ${name}"`);
    expect(start, name).toBeGreaterThan(0);
    expect(html.slice(start, html.indexOf('</svg>', start))).toMatch(
      /<path d="(M\d+ \d+h\d+v1h-\d+z){100,}"/,
    );
  }
});
