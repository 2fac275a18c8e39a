import { business } from '#app/business.ts';
import { andList, formatCount } from '#app/shared/facts.ts';

const { claims, languages, state, contact } = business;

export const heading = {
  title: 'About us',
  headline: 'A small office that picks up the phone',
  lead: `We prepare taxes in ${contact.address.city}, ${state}, for people who prefer talking to a person over using a website. Then we built the website, so that you can talk to us from home.`,
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
    `More than ${claims.yearsInBusiness} years ago, neighbors brought their forms because the instructions made no sense to them. They stayed because someone sat down with them, explained the line they were afraid of, and remembered them the next year.`,
    'Since then, the papers have become photos and the office has become a portal. The rest has not changed: one preparer per client, a price before the work begins, and nothing filed that you have not read.',
    `We speak ${andList(languages)}. You should not need a second language to do your taxes.`,
  ],
};

export const values = {
  title: 'What we promise',
  items: [
    { title: 'Say it plainly', text: 'If you don’t understand your return, we have not finished our work.' },
    {
      title: 'Own our mistakes',
      text: 'We correct our errors free of charge, without arguing about whose fault it was.',
    },
    {
      title: 'Guard what is yours',
      text: 'We ask only for what the return needs, lock it up, and show it to no one.',
    },
    {
      title: 'Be there in June',
      text: 'Letters come when the season is over. So do we: the phone is answered all year.',
    },
  ],
};

export const team = { title: 'Who you will talk to' };
