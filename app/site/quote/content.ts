import { dollars, lowestPrice } from '../facts.ts';

export const heading = {
  title: 'Free quote',
  headline: 'Your free quote',
  lead: 'Up to four short questions, and you see your price. No name, no e-mail, and nothing is sent.',
  description: `What your tax return costs, in at most four short questions. Returns from ${dollars(lowestPrice)}.`,
};

/** For browsers that run none. */
export const withoutScript =
  'The questions need JavaScript, which your browser has turned off. The prices are on this page all the same, and we gladly tell you on the phone which one is yours:';
