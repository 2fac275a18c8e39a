import { expect, test } from 'vitest';
import business from '#business' with { type: 'json' };
import { localizePath } from '#domain/language/language.ts';
import { sharedPortal } from '#tests/support/server/portal.ts';
import {
  hiddenPaths,
  indexedPaths,
  linksOf,
  metaOf,
  servedPages,
  structuredDataOf,
  tags,
  titleOf,
} from '#tests/support/site/served-pages.ts';

const all = [...indexedPaths, ...hiddenPaths];
const { url } = await sharedPortal('site');
const servedPage = servedPages(url);

for (const path of all) {
  test(`${path} is prerendered with one h1 and complete metadata`, async () => {
    const page = await servedPage(path);
    expect(page.status).toBe(200);
    // These two depend on the URL's fragment, which only the browser sees.
    const fromAddress = path === '/reset-password' || path === '/confirm-email';
    expect(tags(page.html, 'h1')).toHaveLength(fromAddress ? 0 : 1);
    expect(tags(page.html, 'main')).toHaveLength(1);
    expect(page.html).toMatch(/<html lang="en"/);
    expect(titleOf(page)).toContain(business.name);
    const [description = '', ...others] = metaOf(page, 'description');
    expect(others).toEqual([]);
    expect(description.length, description).toBeGreaterThan(20);
    expect(description.length, description).toBeLessThan(200);
    const canonical = tags(page.html, 'link').filter(({ attributes }) => attributes.rel === 'canonical');
    expect(canonical.map(({ attributes }) => attributes.href)).toEqual([url + path]);
    const indexed = (indexedPaths as readonly string[]).includes(path);
    expect(metaOf(page, 'robots')).toEqual([indexed ? 'index, follow' : 'noindex, nofollow']);
    expect(metaOf(page, 'og:title')).toEqual([titleOf(page)]);
    expect(metaOf(page, 'og:description')).toEqual([description]);
    expect(metaOf(page, 'og:url')).toEqual([url + path]);
    expect(metaOf(page, 'twitter:card')).toEqual(['summary_large_image']);
    expect(metaOf(page, 'twitter:image')).toEqual(metaOf(page, 'og:image'));
  });
}

test('titles and descriptions are unique', async () => {
  const pages = await Promise.all(all.map(servedPage));
  for (const read of [titleOf, (page: (typeof pages)[number]) => metaOf(page, 'description')[0]]) {
    const said = pages.map(read);
    expect(said.filter((text, i) => said.indexOf(text) !== i)).toEqual([]);
  }
});

test('the share image and icons have their declared sizes', async () => {
  const [image = ''] = metaOf(await servedPage('/'), 'og:image');
  expect(await pngSize(image)).toEqual([1200, 630]);
  const answer = await fetch(`${url}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe(business.name);
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith('.png'))) {
    expect((await pngSize(url + src)).join('x')).toBe(sizes);
  }
});

async function pngSize(address: string): Promise<[number, number]> {
  const answer = await fetch(address);
  expect(answer.status, address).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test('sitemap.xml and robots.txt match the pages', async () => {
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const both = indexedPaths.flatMap((path) => [path, localizePath(path, 'es')]);
  expect(listed.sort()).toEqual(both.map((path) => url + path).sort());
  const robots = await (await fetch(`${url}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${url}/sitemap.xml`);
  for (const path of indexedPaths) expect(robots.split('\n')).not.toContain(`Disallow: ${path}`);
});

test('internal links and anchors all resolve', async () => {
  const pages = await Promise.all(all.map(servedPage));
  const broken: string[] = [];
  for (const page of pages) {
    for (const { href } of linksOf(page)) {
      const address = new URL(href, url + page.path);
      if (address.origin !== url) {
        expect(address.protocol, `${href} on ${page.path}`).toMatch(/^(https|tel|sms|mailto):$/);
        continue;
      }
      const target = await servedPage(address.pathname);
      const anchor = decodeURIComponent(address.hash.slice(1));
      const there = anchor === '' || target.html.includes(`id="${anchor}"`);
      if (target.status !== 200 || !there) broken.push(`${href} on ${page.path}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every page has a header, quick links, and a footer', async () => {
  const header = ['Services', 'Pricing', 'Upload', 'Reviews', 'Appointments', 'Referral', 'Login'];
  const bar = ['Services', 'Price', 'Upload', 'Appointments', 'Account'];
  for (const path of all) {
    const page = await servedPage(path);
    const nav = (label: string) => {
      const start = page.html.indexOf(`<nav aria-label="${label}"`);
      const html = page.html.slice(start, page.html.indexOf('</nav>', start));
      return linksOf({ ...page, html }).map((link) => link.label);
    };
    expect(nav('Main'), path).toEqual(header);
    expect(nav('Quick links'), path).toEqual(bar);
    expect(
      tags(page.html, 'button').some((tag) => tag.attributes['aria-label'] === 'Menu'),
      path,
    ).toBe(true);
    for (const text of [
      business.contact.phone.display,
      business.contact.email,
      'IRS-authorized e-file provider',
      'Secure and encrypted',
      'A captcha service protects our forms',
    ]) {
      expect(page.text, path).toContain(text);
    }
    const hrefs = linksOf(page).map(({ href }) => href);
    for (const { url: address } of business.social) expect(hrefs, path).toContain(address);
    expect(page.text, path).toContain('Free Refund Estimate');
  }
});

test('structured data matches the pages', async () => {
  const types = async (path: string) => structuredDataOf(await servedPage(path)).map((data) => data['@type']);
  expect(await types('/')).toEqual(['AccountingService']);
  expect(await types('/frequently-asked-questions')).toEqual(['BreadcrumbList', 'FAQPage']);
  expect(await types('/read-reviews')).toEqual(['BreadcrumbList', 'AccountingService']);
  for (const path of indexedPaths.filter((path) => path !== '/')) {
    expect(await types(path), path).toContain('BreadcrumbList');
  }
  for (const path of hiddenPaths) expect(await types(path), path).toEqual([]);

  const questions = await servedPage('/frequently-asked-questions');
  const asked = structuredDataOf(questions)[1]?.mainEntity as {
    name: string;
    acceptedAnswer: { text: string };
  }[];
  expect(asked.length).toBe(tags(questions.html, 'details').length);
  for (const { name, acceptedAnswer } of asked) {
    expect(questions.text).toContain(name);
    expect(questions.text).toContain(acceptedAnswer.text);
  }
  const reviews = structuredDataOf(await servedPage('/read-reviews'))[1]?.review as { name: string }[];
  expect(reviews.map(({ name }) => name)).toEqual(business.reviews.items.map(({ title }) => title));
});

test.each(['/login', '/signup', '/contact-us', '/booking', '/account', '/confirm-email', '/reset-password'])(
  '%s has the phone number for browsers without JavaScript',
  async (path) => {
    const { html } = await servedPage(path);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const note = main.match(/<noscript>[\s\S]*?<\/noscript>/)?.[0] ?? '';
    const { display, e164 } = business.contact.phone;
    expect(note).toContain('This page needs JavaScript, but it’s turned off in your browser.');
    expect(linksOf({ path, status: 200, html: note, text: '' })).toContainEqual({
      label: display,
      href: `tel:${e164}`,
    });
  },
);
