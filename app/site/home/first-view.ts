import { business } from '#app/business.ts';
import { dollars, formatCount, lowestPrice } from '#app/shared/facts.ts';

const { claims } = business;

export const description = `Tax preparation in ${business.state} and online in every state. Upload your papers, approve your return, and we e-file it. From ${dollars(lowestPrice)}.`;

export const hero = {
  headline: 'Taxes done right, by people you can call.',
  lead: `Photograph your papers at home. A preparer in ${business.state} does your return, goes through it with you, and e-files it when you say yes.`,
  start: 'Get Started',
  file: 'Start Filing Now',
  quote: 'Free Quote',
  from: 'Personal returns from',
  terms: 'state filing included. You pay when the work is done.',
};

export const numbers = {
  label: 'The office in numbers',
  items: [
    { value: `${claims.yearsInBusiness}+`, label: 'years of tax seasons' },
    { value: `${formatCount(claims.clients)}+`, label: 'clients' },
    { value: `${formatCount(claims.returns)}+`, label: 'returns prepared' },
    { value: `${claims.averageRating}/5`, label: 'average review' },
  ],
};
