import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';

const { service, links } = business;

export const heading = {
  title: 'Check your refund',
  headline: 'Where is my refund?',
  lead: `Refunds typically arrive within ${service.refundDaysEfiled} days when the return was e-filed, and within ${formatRange(service.refundWeeksPaper)} weeks on paper. The IRS and your state tell you the day.`,
  description: `Follow your federal refund, an amended return, or a state refund in ${links.stateRefunds.length} states. Typically ${service.refundDaysEfiled} days when e-filed.`,
};

export const atHand = {
  title: 'Have these three at hand',
  items: [
    'Your Social Security number or ITIN',
    'Your filing status, such as single or married filing jointly',
    'The exact refund, in whole dollars, from your copy of the return',
  ],
};

export const federal = [
  {
    id: 'refund',
    title: 'Federal refund',
    text: 'The IRS’s own tracker. It is updated once a day, at night.',
    to: links.federalRefund,
    label: 'Check my federal refund',
  },
  {
    id: 'amended',
    title: 'Amended return',
    text: 'A corrected return takes longer. It shows up here about three weeks after it was sent.',
    to: links.amendedReturn,
    label: 'Check my amended return',
  },
  {
    id: 'app',
    title: 'The IRS app',
    text: 'The same tracker on your phone, in English and in Spanish.',
    to: links.irsApp,
    label: 'Get the IRS app',
  },
  {
    id: 'phone',
    title: 'By phone',
    text: 'A recorded message or, with some patience, a person. Early mornings are fastest.',
    to: `tel:${links.irsPhone.e164}`,
    label: `Call ${links.irsPhone.display}`,
  },
];

export const states = {
  title: 'State refunds',
  text: 'Your state pays on its own schedule, often after the IRS. Each state has its own tracker.',
};

export const late = {
  title: 'It is late. What now?',
  paragraphs: [
    'A return on paper, a credit for children, or an unanswered letter from the IRS are the usual reasons. Read the tracker’s message; if it asks for something, do that first.',
    'If you don’t understand it, call us with your copy at hand. We read such messages every day.',
  ],
};
