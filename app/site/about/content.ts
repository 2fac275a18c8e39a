import { business } from '#app/business.ts';
import { andList, formatCount } from '#app/shared/facts.ts';

const { claims, languages, state, contact } = business;

export const heading = {
  title: 'About us',
  headline: 'A small office that picks up the phone',
  lead: `We prepare taxes in ${contact.address.city}, ${state}, for people who would rather talk to somebody than to a website. Then we built the website, so that you can talk to us from home.`,
  description: `Who prepares your return: a ${state} office with ${claims.yearsInBusiness}+ years and ${formatCount(claims.returns)}+ returns behind it.`,
};

export const numbers = [
  { value: `${claims.yearsInBusiness}+`, label: 'years' },
  { value: `${formatCount(claims.clients)}+`, label: 'clients' },
  { value: `${formatCount(claims.returns)}+`, label: 'returns' },
  { value: `${claims.successPercent}%`, label: 'success' },
];

export const story = {
  title: 'How it began',
  paragraphs: [
    `More than ${claims.yearsInBusiness} years ago, neighbors brought their forms because the instructions made no sense to them. They stayed because somebody sat down, explained the line they were afraid of, and remembered them the year after.`,
    'Since then the papers have become photos and the office has become a portal. The rest we kept: one preparer per client, a price before the work begins, and nothing filed that you have not read.',
    `We speak ${andList(languages)}. Nobody should have to be brave in a second language to pay taxes.`,
  ],
};

export const values = {
  title: 'What we hold ourselves to',
  items: [
    { title: 'Say it plainly', text: 'If you don’t understand your return, we have not finished our work.' },
    {
      title: 'Own our mistakes',
      text: 'An error of ours is corrected free of charge, without a discussion about whose it was.',
    },
    {
      title: 'Guard what is yours',
      text: 'We ask for what the return needs, lock it up, and show it to nobody.',
    },
    {
      title: 'Be there in June',
      text: 'Letters come when the season is over. So do we: the phone is answered all year.',
    },
  ],
};

export const team = { title: 'Who you will talk to' };
