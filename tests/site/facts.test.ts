import { expect, test } from 'vitest';
import business from '#business' with { type: 'json' };
import { sharedPortal } from '#tests/support/server/portal.ts';
import { linksOf, type PublicPath, servedPages } from '#tests/support/site/served-pages.ts';

const { url } = await sharedPortal('site');
const servedPage = servedPages(url);
const { prices, referral, service, claims, reviews, payments, links, apps, contact, retention, legal } =
  business;
const { formation } = service;

const usd = (amount: number) => `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;
const between = ({ from, to }: { from: number; to: number }) => `${from}–${to}`;
const people = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** What each page must say. All of it comes from the demo office: other facts change both sides. */
const facts: Partial<Record<PublicPath, string[]>> = {
  '/': [
    `Starting ${usd(Math.min(...prices.tiers.map((tier) => tier.from)))} To File`,
    `Get ${usd(referral.reward)} Per Referral`,
    'Authorized IRS E-filing Tax Provider',
    ...['How It Works', 'Signup & Upload', 'We Contact You', 'Get Copies & File'],
    `${claims.yearsInBusiness}+`,
  ],
  '/fees': [
    ...prices.tiers.flatMap((tier) => [tier.name, `${usd(tier.from)} to ${usd(tier.to)}`]),
    ...prices.extras.flatMap((extra) => [
      extra.name,
      usd(extra.amount) + (extra.per ? ` a ${extra.per}` : ''),
    ]),
    `all ${service.states} states`,
    `over ${usd(prices.plans.overAmount)}`,
  ],
  '/quote': prices.quote.flatMap((result) => [result.name, `${usd(result.from)} – ${usd(result.to)}`]),
  '/referrals': [
    ...referral.examples.map((count) => `${count} = ${usd(count * referral.reward)}`),
    'no limit',
    `${between(referral.paidWithinDays)} business days`,
    ...referral.paidBy,
    'new client',
    `more than ${usd(referral.reportableAbove)}`,
  ],
  '/frequently-asked-questions': [
    'General Services',
    'Document Upload & Security',
    'Process & Timeline',
    'Appointments & Communication',
    'Special Situations',
    'Payment & Guarantees',
    `${between(service.personalReturnDays)} business days`,
    `${between(service.businessReturnDays)} for business returns`,
    `within ${service.refundDaysEfiled} days`,
    `${between(service.refundWeeksPaper)} weeks`,
    `${retention.marketingYears} years`,
    '8:00 AM to 8:00 PM, by appointment only',
  ],
  '/payment': [
    ...payments.wallets.flatMap((wallet) => [wallet.name, wallet.handle]),
    `over ${usd(prices.plans.overAmount)} can be split into ${prices.plans.installmentsFrom} to ${prices.plans.installmentsTo}`,
  ],
  '/website-services': [
    usd(prices.digital.websiteFrom),
    usd(prices.digital.shopFrom),
    usd(prices.digital.mobileAppFrom),
    `${prices.digital.moneyBackDays} days`,
  ],
  '/business-startups': [
    'Contact Us',
    'Business Credit Setup',
    'Trademark Registration',
    'Available',
    ...['Sole proprietorship', 'LLC', 'S-Corp', 'C-Corp'],
    ...['Consultation', 'Documentation', 'Filing', 'EIN and setup', 'Delivery'],
    `${between(formation.llcDays)} business days`,
    `${between(formation.corporationDays)} business days`,
    `${between(formation.einDays)} business days`,
    `${between(formation.rushHours)} hours`,
  ],
  '/about-us': [
    `${claims.yearsInBusiness}+`,
    `${people(claims.clients)}+`,
    `${people(claims.returns)}+`,
    `${claims.successPercent}%`,
    ...business.team.map(({ name }) => name),
  ],
  '/apps': apps.flatMap((app) => [app.name, app.comingSoon ? 'Coming Soon' : `${app.rating}/5`]),
  '/refund': [links.irsPhone.display, ...links.stateRefunds.map(({ state }) => state)],
  '/reviews': [
    String(claims.averageRating),
    ...reviews.tallies.map((tally) => `${tally.rating} from ${tally.count} reviews`),
    ...reviews.writeOn.map(({ label }) => label),
  ],
  '/read-reviews': [
    `Showing ${reviews.items.length} of ${reviews.items.length} reviews`,
    ...reviews.items.flatMap((item) => [item.name, item.title, item.review, item.service]),
  ],
  '/map-location-and-directions': [
    contact.address.street,
    contact.address.city,
    contact.address.zip,
    '8:00 AM to 8:00 PM',
    ...contact.address.directions,
  ],
  '/legal': [
    `Version ${legal.terms.version}, last updated January 2025`,
    `${retention.legalYears} years`,
    `within ${legal.claimLimitYears} year`,
    `${business.state} law governs`,
    'Payment is due when your return is complete, before it is e-filed',
    usd(referral.reportableAbove),
  ],
  '/privacy-security': [
    `Version ${legal.privacy.version}, last updated January 2025`,
    `${claims.encryptionBits}-bit SSL`,
    `within ${legal.privacyResponseDays} days`,
    `under ${legal.minimumAge}`,
    'We never ask for your password by email or by phone',
  ],
};

for (const [path, expected] of Object.entries(facts)) {
  test(`${path} matches the facts, and says that they are an example`, async () => {
    const { text } = await servedPage(path);
    expect(text).toContain('Opening soon. This site is an example.');
    expect(expected.filter((fact) => !text.includes(fact))).toEqual([]);
  });
}

for (const [path, expected] of [
  ['/fees', [links.refundEstimator, '/quote', '/payment']],
  ['/payment', [payments.cardUrl, ...payments.wallets.map((wallet) => wallet.url)]],
  [
    '/refund',
    [
      links.federalRefund,
      links.amendedReturn,
      links.irsApp,
      `tel:${links.irsPhone.e164}`,
      ...links.stateRefunds.map(({ url }) => url),
    ],
  ],
  ['/reviews', reviews.writeOn.map(({ url }) => url)],
  ['/read-reviews', reviews.tallies.map(({ url }) => url)],
  ['/apps', apps.flatMap(({ stores }) => [stores.ios, stores.android])],
  ['/map-location-and-directions', [contact.address.mapUrl]],
] satisfies [PublicPath, (string | null)[]][]) {
  test(`links on ${path} match the facts`, async () => {
    const hrefs = linksOf(await servedPage(path)).map(({ href }) => href);
    expect(expected.filter((href) => href !== null && !hrefs.includes(href))).toEqual([]);
  });
}

test('no page shows a price the office does not have', async () => {
  for (const path of ['/website-services', '/business-startups', '/fees']) {
    expect((await servedPage(path)).html).not.toMatch(/\$(799|299)\b/);
  }
});

test('the terms have 23 numbered sections, and the privacy policy has 16', async () => {
  for (const [path, count] of [
    ['/legal', 23],
    ['/privacy-security', 16],
  ] as const) {
    const { html } = await servedPage(path);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(main.match(/<h2\b/g), path).toHaveLength(count);
  }
});
