import { dollars, lowestPrice } from '#app/shared/facts.ts';

export const heading = {
  title: 'Free quote',
  headline: 'Your free quote',
  lead: 'Answer up to four short questions and see your price. No name needed, and nothing is sent.',
  description: `What your tax return costs, in up to four short questions. Returns from ${dollars(lowestPrice)}.`,
};

/** For browsers without JavaScript. */
export const withoutScript =
  'The questions need JavaScript, which your browser has turned off. The prices are still on this page, and we are happy to tell you on the phone which one applies to you:';
