import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { extraPrice, priceRange } from '../prices.ts';

type Prices = Office['prices'];

/** A price by agreement has no number. */
const agreed = msg`Agreed with you before we start`;

/** From the cheapest tier to the most expensive; tiers that the office does not have are left out. */
function tiers(prices: Prices, formats: Formats, ...ids: string[]): Wording {
  const found = prices.tiers.filter(({ id }) => ids.includes(id));
  if (found.length === 0) return agreed;
  const [from, to] = [Math.min(...found.map((t) => t.from)), Math.max(...found.map((t) => t.to))];
  return priceRange({ from, to }, formats);
}

export const services = ({ prices, service }: Office, formats: Formats) => [
  {
    price: tiers(prices, formats, 'personal', 'side-jobs'),
    name: msg`Personal tax returns`,
    summary: msg`Your federal and state returns, prepared by a person and checked with you line by line.`,
    includes: [
      msg`W-2 and 1099 income`,
      msg`Self-employed work, including a one-owner LLC (Schedule C)`,
      msg`Children, school, daycare, and health insurance`,
      msg`State filing in all ${{ states: service.states }} states`,
    ],
    more: { to: '/fees', label: msg`What’s included` },
  },
  {
    price: tiers(prices, formats, 'business'),
    name: msg`Business tax returns`,
    summary: msg`For corporations, partnerships, and estates, with the same preparer for your own return.`,
    includes: [
      msg`Forms 1065, 1120, 1120-S, and 1041`,
      msg`K-1 forms for every partner`,
      msg`Quarterly estimates for next year`,
    ],
    more: { to: '/fees', label: msg`What’s included` },
  },
  {
    price: prices.planningFrom
      ? msg`From ${{ price: formats.dollars(prices.planningFrom) }} an hour`
      : agreed,
    name: msg`Tax planning`,
    summary: msg`A look ahead, while there’s still time to change the result.`,
    includes: [
      msg`How much to withhold`,
      msg`Retirement and health accounts`,
      msg`Buying, selling, moving, or getting married`,
    ],
    more: { to: '/booking', label: msg`Book a consultation` },
  },
  {
    price: extraPrice(prices, formats, 'bookkeeping') ?? agreed,
    name: msg`Bookkeeping`,
    summary: msg`Monthly bookkeeping, so tax season is just one form.`,
    includes: [
      msg`Income and expenses sorted`,
      msg`Bank accounts reconciled`,
      msg`A short report you can read`,
    ],
    more: { to: '/fees', label: msg`What’s included` },
  },
  {
    price: extraPrice(prices, formats, 'registration') ?? agreed,
    name: msg`Business formation`,
    summary: msg`The paperwork for a new LLC, S-Corp, or C-Corp, and the licenses it needs.`,
    includes: [
      msg`Choosing the structure`,
      msg`Filing with the state`,
      msg`The EIN, your company’s tax number`,
    ],
    more: { to: '/business-startups', label: msg`Compare the structures` },
  },
  {
    price: msg`Websites from ${{ website: formats.dollars(prices.digital.websiteFrom) }}, apps from ${{ app: formats.dollars(prices.digital.mobileAppFrom) }}`,
    name: msg`Websites, apps, and prints`,
    summary: msg`What a new business needs to get found: a website, search results, cards, and signs.`,
    includes: [msg`Websites and apps`, msg`Search engine work (SEO)`, msg`Prints and designs`],
    more: { to: '/website-services', label: msg`See what we build` },
  },
];
