import facts from '#business' with { type: 'json' };
import { eventually } from '#tests/support/waiting.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { portal as sharedPortal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

/** Another office, with other prices. */
const other = structuredClone(facts);
other.name = 'Quinnipiac Ledger';
other.shortName = 'Quinnipiac';
other.contact.phone = { e164: '+18605550177', display: '(860) 555-0177' };
other.contact.text = { e164: '+18605550178', display: '(860) 555-0178' };
other.contact.email = 'ask@quinnipiac.example';
other.contact.address.street = '7 Harbor Lane';
other.hours.open = '09:30';
other.retention = { legalYears: 8, marketingYears: 13 };
other.referral.reward = 35;
other.prices.tiers.forEach((tier, i) => {
  Object.assign(tier, { from: 1201 + i, to: 1301 + i });
});
other.prices.plans.overAmount = 765;
other.service.refundDaysEfiled = 23;
other.social = [
  { platform: 'facebook', label: 'Facebook', url: 'https://www.facebook.com/quinnipiacledger' },
];
// Without a map of its streets. A shallow copy, so it comes last.
const { streetMap, ...otherFacts } = other;

let portal: OwnPortal;
let pages: Map<string, string>;

test.beforeAll(async () => {
  portal = await startOwnPortal();
  const before = await fetch(`${portal.url}/fees`);
  expect(await before.text()).toContain(`$${facts.prices.tiers[1]?.from}`);
  await publish(otherFacts);
  const sitemap = await (await fetch(`${portal.url}/sitemap.xml`)).text();
  const indexed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const others = [
    '/login',
    '/account',
    '/manage',
    '/calendar',
    '/offline',
    '/no-such-page',
    '/manifest.webmanifest',
  ];
  pages = new Map(
    await Promise.all([...indexed, ...others].map(async (path) => [path, await textOf(path)] as const)),
  );
});
test.afterAll(() => portal?.remove());

async function textOf(path: string): Promise<string> {
  const response = await fetch(portal.url + path, { headers: { accept: 'text/html,*/*' } });
  return response.text();
}

/** Saves other facts behind the server's back, and waits until it serves them. */
async function publish(next: object): Promise<void> {
  await portal.database.query(
    `insert into public.office_settings (version, source, facts)
     select max(version) + 1, 'command', $1::jsonb from public.office_settings`,
    [JSON.stringify(next)],
  );
  await eventually(async () => (await textOf('/')).includes('Quinnipiac'));
}

for (const [path, fact] of [
  ['/', '(860) 555-0177'],
  ['/', '$1,201'],
  ['/', 'facebook.com/quinnipiacledger'],
  ['/fees', '$1,302'],
  ['/fees', '$1,303'],
  ['/contact-us', 'ask@quinnipiac.example'],
  ['/map-location-and-directions', '7 Harbor Lane'],
  ['/map-location-and-directions', '9:30'],
  ['/payment', '$765'],
  ['/referrals', '$35'],
  ['/refund', '23'],
  ['/upload', '13 years'],
  ['/legal', '8 years'],
  ['/manifest.webmanifest', '"Quinnipiac"'],
] as const) {
  test(`${path} shows ${fact}`, { tag: '@details-site' }, () => {
    expect(pages.get(path)?.replaceAll('<!-- -->', '')).toContain(fact);
  });
}

for (const fact of [
  facts.name.replace('&', '&amp;'),
  facts.contact.phone.e164,
  facts.contact.email,
  facts.contact.address.street,
  // Reviews on other sites keep the old name; this link doesn't.
  'instagram.com/nutmegtaxdemo',
] as const) {
  test(`no page shows the old ${fact}`, { tag: '@details-site' }, () => {
    expect(pages.size).toBeGreaterThan(20);
    expect([...pages].filter(([, text]) => text.includes(fact)).map(([path]) => path)).toEqual([]);
  });
}

test('leaves out the street map if the office has none', { tag: '@details-site' }, () => {
  const page = pages.get('/map-location-and-directions') ?? '';
  expect(page).toContain('Getting to our door');
  expect(page).not.toContain('The last blocks');
  expect(page).not.toContain('Map of the streets');
  for (const { name } of streetMap.streets.filter(
    (street) => !facts.contact.address.directions.join().includes(street.name),
  ))
    expect([...pages.values()].filter((text) => text.includes(name))).toEqual([]);
});

test('redraws the share image', { tag: '@details-site' }, async () => {
  const images = await Promise.all(
    [portal.url, sharedPortal.url].map(async (url) => {
      const served = await fetch(`${url}/share.png`);
      expect(served.headers.get('content-type')).toBe('image/png');
      return Buffer.from(await served.arrayBuffer());
    }),
  );
  for (const image of images) expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(images[0]?.equals(images[1] ?? Buffer.alloc(0))).toBe(false);
});

test('every title has the new name', { tag: '@details-site' }, () => {
  const html = [...pages].filter(([path]) => !/webmanifest/.test(path));
  for (const [path, text] of html) {
    expect([path, text.match(/<title>([^<]*)/)?.[1]]).toEqual([
      path,
      expect.stringContaining('Quinnipiac Ledger'),
    ]);
  }
});
