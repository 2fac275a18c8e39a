import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

export const heading = ({ hours }: Office, { clock }: Formats) => ({
  title: msg`Contact`,
  headline: msg`Talk to a person`,
  lead: msg`Choose the way you like best. Please send documents through your account, never by email or chat.`,
  description: msg`Call, text, or write to us. A real person answers between ${{ open: clock(hours.open) }} and ${{ close: clock(hours.close) }}.`,
});

export const common = {
  title: msg`Common questions`,
  all: msg`See all questions and answers`,
};

export const questions = ({ prices, service }: Office) => [
  {
    question: msg`How long does a return take?`,
    answer: msg`Usually ${{ days: formatRange(service.personalReturnDays) }} business days once we have your documents. Business returns take ${{ businessDays: formatRange(service.businessReturnDays) }}.`,
  },
  {
    question: msg`When will I get my refund?`,
    answer: msg`Usually within ${{ days: service.refundDaysEfiled }} days of e-filing. A paper return takes ${{ weeks: formatRange(service.refundWeeksPaper) }} weeks.`,
  },
  {
    question: msg`I moved to another state. Can you still do my taxes?`,
    answer: prices.stateFilingIncluded
      ? msg`Yes. We file in all ${{ states: service.states }} states, and state filing is included in the price.`
      : msg`Yes. We file in all ${{ states: service.states }} states.`,
  },
];
