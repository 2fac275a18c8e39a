import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import facts from '#business' with { type: 'json' };
import { root } from '#tests/support/server/server-process.ts';
import { buildSite } from '../support/own-portal.ts';
import { portal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

/** Another office, with other prices. */
const other = structuredClone(facts);
other.name = 'Quinnipiac Ledger';
other.shortName = 'Quinnipiac';
other.contact.phone = { e164: '+18605550177', display: '(860) 555-0177' };
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

let folder: string;
let pages: Map<string, string>;
let picture: Buffer;

test.beforeAll(async () => {
  test.setTimeout(170_000);
  // Inside the repository, because the build needs its packages. Leftovers with this name are swept.
  await mkdir(join(root, '.build'), { recursive: true });
  folder = await mkdtemp(join(root, '.build', 'other-office.tmp-'));
  const business = join(folder, 'other.json');
  await writeFile(business, JSON.stringify(otherFacts));
  const built = await buildSite({ siteUrl: 'http://localhost:3000', business, builds: folder });
  const client = join(built, 'client');
  picture = await readFile(join(client, 'share.png'));
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(html|webmanifest)$/.test(entry.name));
  pages = new Map(
    await Promise.all(
      texts.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = `/${relative(client, path)}`.replace(/\/index\.html$/, '') || '/';
        return [name, await readFile(path, 'utf8')] as const;
      }),
    ),
  );
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

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
  test(`${path} shows ${fact}`, () => {
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
  test(`no page shows the old ${fact}`, () => {
    expect(pages.size).toBeGreaterThan(20);
    // The number for text messages is unchanged.
    const texts = [...pages].map(([path, text]) => [
      path,
      text.replaceAll(`sms:${facts.contact.text.e164}`, ''),
    ]);
    expect(texts.filter(([, text]) => text?.includes(fact)).map(([path]) => path)).toEqual([]);
  });
}

test('leaves out the street map if the office has none', () => {
  const page = pages.get('/map-location-and-directions') ?? '';
  expect(page).toContain('The last steps');
  expect(page).not.toContain('The last blocks');
  expect(page).not.toContain('Map of the streets');
  for (const { name } of streetMap.streets.filter(
    (street) => !facts.contact.address.directions.join().includes(street.name),
  ))
    expect([...pages.values()].filter((text) => text.includes(name))).toEqual([]);
});

test('redraws the share image', async () => {
  const served = await fetch(`${portal.url}/share.png`);
  expect(served.headers.get('content-type')).toBe('image/png');
  const own = Buffer.from(await served.arrayBuffer());
  for (const image of [own, picture]) {
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  expect(picture.equals(own)).toBe(false);
});

test('every title has the new name', () => {
  const html = [...pages].filter(([path]) => !/webmanifest|fallback/.test(path));
  for (const [path, text] of html) {
    expect([path, text.match(/<title>([^<]*)/)?.[1]]).toEqual([
      path,
      expect.stringContaining('Quinnipiac Ledger'),
    ]);
  }
});
