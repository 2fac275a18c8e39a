import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';

const { service, state } = business;

export const heading = {
  title: 'Tax preparation and business services',
  headline: 'What we can take off your desk',
  lead: 'One office for the return, the books and the business behind them. A person you know does the work, and answers the phone.',
  description: `Personal and business tax returns, planning, bookkeeping, business formation and digital work, in ${state} and online.`,
};

export const process = {
  title: 'How it works',
  steps: [
    {
      title: 'You send your papers',
      text: 'From home by photo or PDF, or in person. We tell you if anything is missing.',
    },
    {
      title: 'We prepare and ask',
      text: `A personal return usually takes ${formatRange(service.personalReturnDays)} business days, a business return ${formatRange(service.businessReturnDays)}.`,
    },
    {
      title: 'You approve, we e-file',
      text: 'You read it first. Then it goes to the IRS and your state.',
    },
  ],
};

export const end = {
  title: 'Not sure which one you need? Start with your papers; we will tell you.',
  signedIn: 'Upload Now',
  visitor: 'How to upload',
  prices: 'See the prices',
};
