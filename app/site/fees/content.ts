import { business } from '#app/business.ts';
import { dollars, lowestPrice } from '#app/shared/facts.ts';

const { prices, service } = business;

export const heading = {
  title: 'Prices',
  headline: 'One price for the whole return',
  lead: `Where you land in a range depends on how many forms your year needs. State filing is included, in all ${service.states} states.`,
  description: `Tax returns from ${dollars(lowestPrice)}, state filing included. Every price on one page.`,
};

export const actions = {
  quote: 'Get Instant Quote',
  pay: 'Pay Now',
  estimate: 'Free refund estimate',
  end: 'See which price is yours.',
};

/** The audience of each tier, by its id in business.json. */
export const audiences: Record<string, string> = {
  personal: 'Wages, family, school, savings.',
  'side-jobs': 'All of that, plus self-employment.',
  business: 'A company that files its own return.',
};
export const popular = 'Most popular';

/** What each tier includes, line by line, in the order of the tiers in business.json. */
export interface ComparisonLine {
  label: string;
  /** For each tier: included or not. */
  included: readonly [personal: boolean, sideJobs: boolean, business: boolean];
}

export const included = {
  title: 'What is included',
  caption: 'What each price includes',
  yes: 'Included',
  no: 'Not included',
};

export const comparison: readonly ComparisonLine[] = [
  { label: 'Federal and state e-filing', included: [true, true, true] },
  { label: 'A call or text with your preparer', included: [true, true, true] },
  { label: 'Copies in your account', included: [true, true, true] },
  { label: 'W-2 wages, interest, retirement', included: [true, true, false] },
  { label: 'Children, school and daycare', included: [true, true, false] },
  { label: 'Self-employed work, including a one-owner LLC (Schedule C)', included: [false, true, false] },
  { label: 'Stocks, crypto, rental income', included: [false, true, true] },
  {
    label: 'Returns of S-Corps, C-Corps, partnerships and LLCs with partners',
    included: [false, false, true],
  },
  { label: 'K-1 forms for every owner', included: [false, false, true] },
];

export const extras = { title: 'Everything else', per: (unit: string) => `a ${unit}` };

export const guarantee = {
  title: 'If we get it wrong',
  paragraphs: [
    'An error of ours is corrected free of charge. Penalties and interest are not part of the guarantee. You pay when your return is complete, before it is e-filed.',
    `For business returns over ${dollars(prices.plans.overAmount)} you can pay in ${prices.plans.installmentsFrom} or ${prices.plans.installmentsTo} parts.`,
  ],
};
