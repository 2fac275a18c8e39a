import { business } from '#app/business.ts';

export interface Service {
  id: string;
  name: string;
  summary: string;
  /** What is in it, in words a client uses. */
  includes: readonly string[];
  /** Where more is said about it. */
  more: { to: string; label: string };
}

/** What the office does. Prices are the office's own and live in business.json. */
export const services: readonly Service[] = [
  {
    id: 'personal',
    name: 'Personal tax returns',
    summary: 'Your federal and state returns, prepared by a person and checked with you line by line.',
    includes: [
      'W-2 and 1099 income',
      'Children, school, daycare and health insurance',
      `State filing in all ${business.service.states} states`,
    ],
    more: { to: '/fees', label: 'What it costs' },
  },
  {
    id: 'business',
    name: 'Business tax returns',
    summary: 'For sole owners, partnerships and corporations, with your own return in the same hands.',
    includes: [
      'Schedule C, 1065, 1120 and 1120-S',
      'K-1 forms for every partner',
      'Quarterly estimates for next year',
    ],
    more: { to: '/fees', label: 'What it costs' },
  },
  {
    id: 'planning',
    name: 'Tax planning',
    summary: 'A look ahead while there is still time to change the result.',
    includes: ['How much to withhold', 'Retirement and health accounts', 'Buying, selling, moving, marrying'],
    more: { to: '/booking', label: 'Book a talk' },
  },
  {
    id: 'bookkeeping',
    name: 'Bookkeeping',
    summary: 'Your books kept month by month, so that tax season is only a form.',
    includes: ['Income and costs sorted', 'Bank accounts reconciled', 'A short report you can read'],
    more: { to: '/fees', label: 'What it costs' },
  },
  {
    id: 'formation',
    name: 'Business formation',
    summary: 'The paperwork of a new LLC, S-Corp or C-Corp, and the licenses it needs.',
    includes: ['Choosing the structure', 'Filing with the state', 'The EIN, your company’s tax number'],
    more: { to: '/business-startups', label: 'Compare the structures' },
  },
  {
    id: 'digital',
    name: 'Websites, apps and prints',
    summary: 'What a young business needs to be found: a site, search results, cards and signs.',
    includes: ['Websites and apps', 'Search engine work (SEO)', 'Prints and designs'],
    more: { to: '/website-services', label: 'See what we build' },
  },
];
