import { business } from '#app/business.ts';
import { dollars, formatRange } from '#app/shared/facts.ts';
import type { OptionId, ResultId, StepId } from '#domain/quote/graph.ts';

const { prices, service } = business;

interface OptionWords {
  label: string;
  hint?: string;
  /** The text in the note for the office. Left out if the package's name says it. */
  note?: string;
}

interface StepWords<S extends StepId> {
  question: string;
  hint?: string;
  /** The label of the answer in the summary. */
  about: string;
  options: Record<OptionId<S>, OptionWords>;
}

const several = 'Choose all that fit.';
const noneOfThese = 'None of these';
const unsure = 'I am not sure';

const rental = { label: 'Rent from a house or a room', note: 'rent' };
const crypto = { label: 'Crypto that I sold, spent or earned', note: 'crypto' };
const trading = { label: 'Many trades, options or futures', note: 'frequent trading' };
const freelance = {
  label: 'Freelance or gig work',
  hint: 'Paid by the job, often with a 1099-NEC form',
  note: 'freelance work',
};
const smallBusiness = { label: 'A small business of my own', note: 'small business' };
const owners = {
  'single-member': { label: 'Only me', note: 'one owner' },
  'multi-member': { label: 'Two or more people', note: 'several owners' },
};

/** The texts of every step, including steps that are not reachable today. */
export const steps: { [S in StepId]: StepWords<S> } = {
  start: {
    question: 'Whose taxes should we do?',
    about: 'Taxes for',
    options: {
      personal: { label: 'My own', hint: 'Or yours and your spouse’s together' },
      llc: { label: 'My LLC', hint: 'A limited liability company, alone or with partners', note: 'LLC' },
      's-corp': { label: 'My S-Corp', hint: 'Its profit is taxed with its owners', note: 'S-Corp' },
      'c-corp': { label: 'My C-Corp', hint: 'A corporation that pays tax itself', note: 'C-Corp' },
      estate: { label: 'An estate', hint: 'For somebody who has died', note: 'estate' },
    },
  },
  'personal-income': {
    question: 'Where did your money come from?',
    hint: `${several} Think of the year that the return is for.`,
    about: 'Income',
    options: {
      w2: { label: 'A job', hint: 'Your employer mails you a W-2 form in January', note: 'W-2 job' },
      retirement: { label: 'Social Security or a pension', note: 'Social Security or pension' },
      savings: { label: 'Interest on savings', note: 'interest' },
      'self-employed': {
        label: 'Work for myself',
        hint: 'Driving, cleaning, repairs, a shop: paid without an employer',
        note: 'self-employed',
      },
      stocks: { label: 'Stocks or funds that I sold', note: 'stocks' },
      multiple: {
        label: 'Several other places',
        hint: 'Such as rent, crypto and a side business: we ask which next',
        note: 'several other incomes',
      },
      none: { label: noneOfThese, note: 'none of the usual incomes' },
    },
  },
  'business-activities': {
    question: 'Did you also have any of these?',
    hint: several,
    about: 'Also',
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
    question: 'What did you invest in?',
    hint: several,
    about: 'Investments',
    options: {
      'few-trades': { label: 'A few stocks or funds', note: 'a few trades' },
      'complex-trading': trading,
      crypto,
      none: { label: noneOfThese },
    },
  },
  'income-details': {
    question: 'Where did the other money come from?',
    hint: several,
    about: 'Other income',
    options: { freelance, 'small-business': smallBusiness, rental, none: { label: noneOfThese } },
  },
  'personal-deductions': {
    question: 'Did you pay for any of these?',
    hint: `${several} Each one may lower your tax.`,
    about: 'You paid for',
    options: {
      mortgage: { label: 'A mortgage or property tax', note: 'mortgage or property tax' },
      childcare: { label: 'Daycare for a child', note: 'daycare' },
      education: { label: 'College, or interest on student loans', note: 'college' },
      medical: { label: 'Large medical bills', note: 'medical bills' },
      charity: { label: 'Gifts to charity', note: 'charity' },
      none: { label: noneOfThese, hint: 'You still get the standard deduction, which everyone can take' },
    },
  },
  'have-business': {
    question: 'Do you have a business?',
    about: 'Own business',
    options: { yes: { label: 'Yes', note: 'has a business' }, no: { label: 'No', note: 'no business' } },
  },
  'business-type': {
    question: 'What kind of business is it?',
    about: 'Business',
    options: {
      sole: { label: 'Only me, without a company', note: 'sole proprietor' },
      llc: { label: 'An LLC', note: 'LLC' },
      corporation: { label: 'A corporation', note: 'corporation' },
    },
  },
  'business-members': { question: 'How many people own it?', about: 'Owners', options: owners },
  'llc-members': {
    question: 'How many people own the LLC?',
    about: 'Owners',
    options: {
      ...owners,
      none: { label: unsure, hint: 'We look it up together', note: 'number of owners unsure' },
    },
  },
  'llc-personal': {
    question: 'Do you have other income besides the LLC?',
    hint: 'The LLC’s profit goes on your own return, so one price covers both.',
    about: 'Other income',
    options: {
      w2: { label: 'Yes, from a job', note: 'other income from a job' },
      other: { label: 'Yes, from somewhere else', note: 'other income' },
      none: { label: 'No, only the LLC', note: 'no other income' },
    },
  },
  'business-only': {
    question: 'Should we do your own return too?',
    about: 'Own return',
    options: {
      'business-and-personal': { label: 'Yes, both', note: 'own return too' },
      'business-only': { label: 'No, only the company or estate', note: 'no own return' },
      none: { label: unsure, hint: 'You can add it later', note: 'own return unsure' },
    },
  },
  'business-personal-combo': {
    question: 'What is in your own return?',
    about: 'In your own',
    options: {
      w2: { label: 'Only wages or a pension', note: 'wages or pension' },
      investments: { label: 'Stocks, crypto or rent too', note: 'investments or rent' },
      'self-employed': { label: 'Work for myself too', note: 'self-employed' },
      none: { label: unsure, note: 'contents unsure' },
    },
  },
};

export const card = {
  progress: (question: number, most: number) => `Question ${question} of up to ${most}`,
  back: 'Back',
  next: 'Next',
};

export const packages = {
  title: 'The four prices',
  mostCommon: 'Most Common',
  agreed: 'The exact price is agreed with you before we begin.',
  person: 'Prefer to ask a person?',
};

/** The audience of each package in business.json. */
export const audiences: Record<ResultId, string> = {
  'result-basic': 'A job, a pension, savings, a home, children.',
  'result-mixed': 'The same, and work for yourself, stocks, crypto or rent. Or an LLC that is yours alone.',
  'result-business': 'An S-Corp, C-Corp or estate, or an LLC with partners.',
  'result-business-plus': 'Your company or the estate, and you.',
};

const personalDays = formatRange(service.personalReturnDays);
const businessDays = formatRange(service.businessReturnDays);
const plans = `Over ${dollars(prices.plans.overAmount)} you can pay in ${prices.plans.installmentsFrom} or ${prices.plans.installmentsTo} parts.`;

/** What each package includes, and how long it takes. */
export const letters: Record<ResultId, { text: string; days: string; alsoPromises?: string[] }> = {
  'result-basic': { text: 'One personal return, federal and state.', days: personalDays },
  'result-mixed': {
    text: 'One personal return, federal and state, with your business, investments or rent in it.',
    days: personalDays,
  },
  'result-business': {
    text: 'One return for the company or estate, with K-1 forms for the owners or heirs where they are due.',
    days: businessDays,
  },
  'result-business-plus': {
    text: 'Two returns: one for the company or estate, and your own.',
    days: businessDays,
    alsoPromises: [plans],
  },
};

export const result = {
  kicker: `A quote from ${business.name}`,
  promises: (days: string): string[] => [
    ...(prices.stateFilingIncluded ? [`State filing is included, in all ${service.states} states.`] : []),
    `Usually ready in ${days} business days once we have your papers.`,
    'You pay when the return is complete, before it is e-filed.',
  ],
  agreed:
    'Where you land in the range depends on how many forms your year needs. The exact price is agreed with you before we begin.',
  told: 'You told us',
  includedNote: 'If you send us a message or book an appointment, we include this quote.',
  start: 'Get Started',
  upload: 'Upload Documents Now',
  ask: 'Ask Questions',
  back: 'Go Back',
  again: 'New Quote',
};

export const talk = {
  title: 'Prefer to talk it through?',
  text: `An appointment takes about ${business.calendar.slotMinutes} minutes.`,
  write: 'Write to us',
  book: 'Book an appointment',
};

export const next = {
  title: 'What Happens Next',
  steps: [
    {
      id: 'upload',
      title: 'Upload your documents securely',
      detail: 'Photos from your phone are enough.',
    },
    {
      id: 'prepare',
      title: 'We review and prepare',
      detail: 'Your preparer reads everything, and calls or texts with questions.',
    },
    {
      id: 'file',
      title: 'You review, you approve, and we e-file',
      detail: `Nothing is sent before you say yes. Refunds typically arrive within ${service.refundDaysEfiled} days.`,
    },
  ],
};
