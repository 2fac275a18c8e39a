import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';

export interface Service {
  id: string;
  name: string;
  summary: string;
  /** Built from the prices in business.json. */
  price: string;
  /** What the service includes, in a client's words. */
  includes: readonly string[];
  /** The page with details. */
  more: { to: string; label: string };
}

const { prices } = business;
/** A price by agreement has no number. */
const agreed = 'Agreed with you before we begin';

/** From the cheapest tier to the most expensive; tiers that the office does not have are left out. */
function tiers(...ids: string[]): string {
  const found = prices.tiers.filter(({ id }) => ids.includes(id));
  if (found.length === 0) return agreed;
  const [from, to] = [Math.min(...found.map((t) => t.from)), Math.max(...found.map((t) => t.to))];
  return `${dollars(from)} to ${dollars(to)}`;
}

function extra(id: string): string {
  const found = prices.extras.find((item) => item.id === id);
  if (!found) return agreed;
  return found.per ? `${dollars(found.amount)} a ${found.per}` : dollars(found.amount);
}

/** The office's services and prices. */
export const services: readonly Service[] = [
  {
    id: 'personal',
    price: tiers('personal', 'side-jobs'),
    name: 'Personal tax returns',
    summary: 'Your federal and state returns, prepared by a person and checked with you line by line.',
    includes: [
      'W-2 and 1099 income',
      'Self-employed work, including a one-owner LLC (Schedule C)',
      'Children, school, daycare and health insurance',
      `State filing in all ${business.service.states} states`,
    ],
    more: { to: '/fees', label: 'What is in the price' },
  },
  {
    id: 'business',
    price: tiers('business'),
    name: 'Business tax returns',
    summary: 'For corporations, partnerships, and estates, with the same preparer for your own return.',
    includes: [
      'Forms 1065, 1120, 1120-S and 1041',
      'K-1 forms for every partner',
      'Quarterly estimates for next year',
    ],
    more: { to: '/fees', label: 'What is in the price' },
  },
  {
    id: 'planning',
    price: prices.planningFrom ? `From ${dollars(prices.planningFrom)} an hour` : agreed,
    name: 'Tax planning',
    summary: 'A look ahead while there is still time to change the result.',
    includes: ['How much to withhold', 'Retirement and health accounts', 'Buying, selling, moving, marrying'],
    more: { to: '/booking', label: 'Book a consultation' },
  },
  {
    id: 'bookkeeping',
    price: extra('bookkeeping'),
    name: 'Bookkeeping',
    summary: 'Monthly bookkeeping, so that tax season is only a form.',
    includes: ['Income and costs sorted', 'Bank accounts reconciled', 'A short report you can read'],
    more: { to: '/fees', label: 'What is in the price' },
  },
  {
    id: 'formation',
    price: extra('registration'),
    name: 'Business formation',
    summary: 'The paperwork of a new LLC, S-Corp or C-Corp, and the licenses it needs.',
    includes: ['Choosing the structure', 'Filing with the state', 'The EIN, your company’s tax number'],
    more: { to: '/business-startups', label: 'Compare the structures' },
  },
  {
    id: 'digital',
    price: `Websites from ${dollars(prices.digital.websiteFrom)}, apps from ${dollars(prices.digital.mobileAppFrom)}`,
    name: 'Websites, apps and prints',
    summary: 'What a young business needs to be found: a site, search results, cards and signs.',
    includes: ['Websites and apps', 'Search engine work (SEO)', 'Prints and designs'],
    more: { to: '/website-services', label: 'See what we build' },
  },
];
