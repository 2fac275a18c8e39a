import { business } from '#app/business.ts';
import { formatClock, formatRange } from '#app/shared/facts.ts';

const { hours, service } = business;

export const heading = {
  title: 'Talk to a person',
  lead: 'Choose the way you like best. Please send documents through your account, never by email or messenger.',
  description: `Call, text or write to us. A person answers between ${formatClock(hours.open)} and ${formatClock(hours.close)}.`,
};

export const questions = [
  {
    question: 'How long does a return take?',
    answer: `Usually ${formatRange(service.personalReturnDays)} business days once we have your papers; business returns ${formatRange(service.businessReturnDays)}.`,
  },
  {
    question: 'When does my refund come?',
    answer: `Typically within ${service.refundDaysEfiled} days of e-filing. On paper it takes ${formatRange(service.refundWeeksPaper)} weeks.`,
  },
  {
    question: 'I moved to another state. Can you still do it?',
    answer: `Yes. We file in all ${service.states} states, and state filing is in the price.`,
  },
];
