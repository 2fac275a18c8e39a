import { business } from '#app/business.ts';
import { dollars, orList } from '#app/shared/facts.ts';

const { payments, prices } = business;
const wallets = orList(payments.wallets.map((wallet) => wallet.name));

export const heading = {
  title: 'Ways to pay',
  lead: 'You pay once your return is complete and you know the exact amount. Not a dollar before.',
  description: `Pay for your tax return by card, ${wallets}. When payment is due, payment plans, and paying from your refund.`,
};

export const card = {
  title: 'By card',
  text: 'A secure page of our payment processor opens in its own window. Your card number goes to them and never touches our computers.',
  button: 'Pay by card',
};

export const codes = {
  title: 'From an app on your phone',
  text: 'Open the app and paste the name, or point a camera at the code. Write your own name in the note, so that we know whose payment it is.',
  show: 'Show the code',
};

export const office = {
  title: 'At the office',
  text: `We take ${orList(payments.atTheOffice)} at your appointment, and you get a receipt on the spot.`,
};

interface Stage {
  id: string;
  title: string;
  detail: string;
  /** The stage at which payment is due. */
  payNow?: boolean;
}

/** When payment is due, as the stages of a return. */
export const due: readonly Stage[] = [
  { id: 'begin', title: 'You send your papers', detail: 'Nothing to pay. Your price range is agreed.' },
  { id: 'prepare', title: 'We prepare your return', detail: 'Still nothing to pay.' },
  {
    id: 'due',
    title: 'Your return is complete',
    detail: 'Before we e-file, payment is due. We tell you the exact amount.',
    payNow: true,
  },
  { id: 'file', title: 'You approve, we e-file', detail: 'Your copies stay in your account.' },
];

export interface Arrangement {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

export const arrangements: readonly Arrangement[] = [
  {
    id: 'plans',
    title: 'In parts',
    paragraphs: [
      `Business returns over ${dollars(prices.plans.overAmount)} can be split over ${prices.plans.installmentsFrom} to ${prices.plans.installmentsTo} installments. The first is due before we e-file.`,
      'Ask before the work is complete; we write the dates down and you keep a copy.',
    ],
  },
  {
    id: 'from-your-refund',
    title: 'From your refund',
    paragraphs: [
      'If you expect a refund, our fee can often be taken out of it, so that you pay nothing up front. A bank receives the refund, pays us, and sends you the rest.',
      'The bank charges its own fee for this, which you see before you decide. Ask for it before your return is e-filed: afterwards it can’t be changed.',
    ],
  },
  {
    id: 'money-back',
    title: 'Your money back',
    paragraphs: [
      'In full, if work on your return has not begun. Once it has, you get back the part that is not done yet. After e-filing there is no refund of our fee.',
      'Errors of ours are corrected free of charge, whenever they turn up.',
    ],
  },
];
