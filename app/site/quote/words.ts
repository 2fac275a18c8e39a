import type { MessageDescriptor } from '@lingui/core';
import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import type { OptionId, ResultId, StepId } from '#domain/quote/graph.ts';

export interface OptionWords {
  label: MessageDescriptor;
  hint?: MessageDescriptor;
  /** The text in the note for the office. Left out if the package's name says it. */
  note?: MessageDescriptor;
}

interface StepWords<S extends StepId> {
  question: MessageDescriptor;
  hint?: MessageDescriptor;
  /** The label of the answer in the summary. */
  about: MessageDescriptor;
  options: Record<OptionId<S>, OptionWords>;
}

const several = msg`Select all that apply.`;
const noneOfThese = msg`None of these`;
const unsure = msg`I’m not sure`;

const rental = { label: msg`Rent from a house or a room`, note: msg`rent` };
const crypto = { label: msg`Crypto I sold, spent, or earned`, note: msg`crypto` };
const trading = { label: msg`Many trades, options, or futures`, note: msg`frequent trading` };
const freelance = {
  label: msg`Freelance or gig work`,
  hint: msg`I get paid by the job, often with a 1099-NEC form`,
  note: msg`freelance work`,
};
const smallBusiness = { label: msg`My own small business`, note: msg`small business` };
const owners = {
  'single-member': { label: msg`Just me`, note: msg`one owner` },
  'multi-member': { label: msg`Two or more people`, note: msg`several owners` },
};

/** The texts of every step, including steps that are not reachable today. */
export const steps: { [S in StepId]: StepWords<S> } = {
  start: {
    question: msg`Whose taxes should we do?`,
    about: msg`Taxes for`,
    options: {
      personal: { label: msg`My own`, hint: msg`Or yours and your spouse’s together` },
      llc: {
        label: msg`My LLC`,
        hint: msg`A limited liability company, alone or with partners`,
        note: msg({ message: 'LLC', context: 'in a note' }),
      },
      's-corp': {
        label: msg`My S-Corp`,
        hint: msg`Its profit is taxed with its owners`,
        note: msg({ message: 'S-Corp', context: 'in a note' }),
      },
      'c-corp': {
        label: msg`My C-Corp`,
        hint: msg`A corporation that pays tax itself`,
        note: msg({ message: 'C-Corp', context: 'in a note' }),
      },
      estate: { label: msg`An estate`, hint: msg`For someone who has died`, note: msg`estate` },
    },
  },
  'personal-income': {
    question: msg`Where did your money come from?`,
    hint: msg`Select all that apply. Think about the year the return is for.`,
    about: msg({ message: 'Income', context: 'quote' }),
    options: {
      w2: { label: msg`A job`, hint: msg`Your employer sends you a W-2 form in January`, note: msg`W-2 job` },
      retirement: { label: msg`Social Security or a pension`, note: msg`Social Security or pension` },
      savings: { label: msg`Interest on savings`, note: msg`interest` },
      'self-employed': {
        label: msg`Work for myself`,
        hint: msg`Driving, cleaning, repairs, or a shop, without an employer`,
        note: msg`self-employed`,
      },
      stocks: { label: msg`Stocks or funds I sold`, note: msg`stocks` },
      multiple: {
        label: msg`Several other places`,
        hint: msg`Like rent, crypto, and a side business. We’ll ask which ones next`,
        note: msg`several other incomes`,
      },
      none: { label: noneOfThese, note: msg`none of the usual incomes` },
    },
  },
  'business-activities': {
    question: msg`Did you also have any of these?`,
    hint: several,
    about: msg`Also`,
    options: {
      freelance,
      'small-business': smallBusiness,
      rental,
      crypto,
      'complex-trading': trading,
      none: { label: noneOfThese },
    },
  },
  'investment-details': {
    question: msg`What did you invest in?`,
    hint: several,
    about: msg({ message: 'Investments', context: 'quote' }),
    options: {
      'few-trades': { label: msg`A few stocks or funds`, note: msg`a few trades` },
      'complex-trading': trading,
      crypto,
      none: { label: noneOfThese },
    },
  },
  'income-details': {
    question: msg`Where did the other money come from?`,
    hint: several,
    about: msg({ message: 'Other income', context: 'quote' }),
    options: { freelance, 'small-business': smallBusiness, rental, none: { label: noneOfThese } },
  },
  'personal-deductions': {
    question: msg`Did you pay for any of these?`,
    hint: msg`Select all that apply. Each one may lower your tax.`,
    about: msg`You paid for`,
    options: {
      mortgage: { label: msg`A mortgage or property tax`, note: msg`mortgage or property tax` },
      childcare: { label: msg`Daycare for a child`, note: msg`daycare` },
      education: { label: msg`College, or interest on student loans`, note: msg`college` },
      medical: { label: msg`Large medical bills`, note: msg`medical bills` },
      charity: { label: msg`Gifts to charity`, note: msg`charity` },
      none: { label: noneOfThese, hint: msg`You still get the standard deduction` },
    },
  },
  'have-business': {
    question: msg`Do you have a business?`,
    about: msg`Own business`,
    options: {
      yes: { label: msg`Yes`, note: msg`has a business` },
      no: { label: msg`No`, note: msg`no business` },
    },
  },
  'business-type': {
    question: msg`What kind of business is it?`,
    about: msg({ message: 'Business', context: 'quote' }),
    options: {
      sole: { label: msg`Just me, without a company`, note: msg`sole proprietor` },
      llc: { label: msg`An LLC`, note: msg({ message: 'LLC', context: 'in a note' }) },
      corporation: { label: msg`A corporation`, note: msg`corporation` },
    },
  },
  'business-members': { question: msg`How many people own it?`, about: msg`Owners`, options: owners },
  'llc-members': {
    question: msg`How many people own the LLC?`,
    about: msg`Owners`,
    options: {
      ...owners,
      none: { label: unsure, hint: msg`We’ll look it up together`, note: msg`number of owners unsure` },
    },
  },
  'llc-personal': {
    question: msg`Do you have other income besides the LLC?`,
    hint: msg`The LLC’s profit goes on your own return, so one price covers both.`,
    about: msg({ message: 'Other income', context: 'quote' }),
    options: {
      w2: { label: msg`Yes, from a job`, note: msg`other income from a job` },
      other: { label: msg`Yes, from somewhere else`, note: msg`other income` },
      none: { label: msg`No, only the LLC`, note: msg`no other income` },
    },
  },
  'business-only': {
    question: msg`Should we do your own return too?`,
    about: msg`Own return`,
    options: {
      'business-and-personal': { label: msg`Yes, both`, note: msg`own return too` },
      'business-only': { label: msg`No, only the company or estate`, note: msg`no own return` },
      none: { label: unsure, hint: msg`You can add it later`, note: msg`own return unsure` },
    },
  },
  'business-personal-combo': {
    question: msg`What is in your own return?`,
    about: msg`In your own`,
    options: {
      w2: { label: msg`Only wages or a pension`, note: msg`wages or pension` },
      investments: { label: msg`Stocks, crypto, or rent too`, note: msg`investments or rent` },
      'self-employed': { label: msg`Work for myself too`, note: msg`self-employed` },
      none: { label: unsure, note: msg`contents unsure` },
    },
  },
};

/** The audience of each package. */
export const audiences: Record<ResultId, MessageDescriptor> = {
  'result-basic': msg`A job, a pension, savings, a home, or children.`,
  'result-mixed': msg`All of that, plus self-employment, stocks, crypto, or rent. Or an LLC you own alone.`,
  'result-business': msg`An S-Corp, C-Corp, or estate, or an LLC with partners.`,
  'result-business-plus': msg`Your company or the estate, plus your own return.`,
};

interface LetterWords {
  text: MessageDescriptor;
  days: string;
  alsoPromises?: MessageDescriptor[];
}

/** What each package includes, and how long it takes. */
export function letters({ prices, service }: Office, { dollars }: Formats): Record<ResultId, LetterWords> {
  const personalDays = formatRange(service.personalReturnDays);
  const businessDays = formatRange(service.businessReturnDays);
  const plans = msg`If it’s over ${{ amount: dollars(prices.plans.overAmount) }}, you can pay in ${{ from: prices.plans.installmentsFrom }} or ${{ to: prices.plans.installmentsTo }} installments.`;
  return {
    'result-basic': { text: msg`One personal return, federal and state.`, days: personalDays },
    'result-mixed': {
      text: msg`One personal return, federal and state, with your business, investments, or rent included.`,
      days: personalDays,
    },
    'result-business': {
      text: msg`One return for the company or estate, with K-1 forms for the owners or heirs if they need them.`,
      days: businessDays,
    },
    'result-business-plus': {
      text: msg`Two returns: one for the company or estate, and your own.`,
      days: businessDays,
      alsoPromises: [plans],
    },
  };
}

export const promises = ({ prices, service }: Office, days: string): MessageDescriptor[] => [
  ...(prices.stateFilingIncluded
    ? [msg`State filing is included in all ${{ states: service.states }} states.`]
    : []),
  msg`Usually ready in ${{ days }} business days once we have your documents.`,
  msg`You pay when the return is complete, before we e-file it.`,
];

export const nextSteps = ({ service }: Office) => [
  {
    title: msg`Upload your documents securely`,
    detail: msg`Photos from your phone are fine.`,
  },
  {
    title: msg`We review and prepare`,
    detail: msg`Your preparer reviews everything and calls or texts with questions.`,
  },
  {
    title: msg`You review, you approve, and we e-file`,
    detail: msg`We don’t send anything until you say yes. Refunds usually arrive within ${{ days: service.refundDaysEfiled }} days.`,
  },
];
