import { dollars, lowestPrice } from '#app/shared/facts.ts';

export const heading = {
  title: 'Free quote',
  headline: 'Your free quote',
  lead: 'Up to four short questions, then your price. You give no name, and nothing is sent.',
  description: `What your tax return costs, in up to four short questions. Returns from ${dollars(lowestPrice)}.`,
};

/** For browsers without JavaScript. */
export const withoutScript =
  'The questions need JavaScript, which your browser has turned off. The prices are on this page all the same, and we gladly tell you on the phone which one is yours:';
