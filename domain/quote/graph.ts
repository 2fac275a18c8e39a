/** The ids of the packages in the office's facts (`prices.quote`), which have their names and prices. */
export const resultIds = ['result-basic', 'result-mixed', 'result-business', 'result-business-plus'] as const;
export type ResultId = (typeof resultIds)[number];
export type Place = StepId | ResultId;

/** A single answer, with the step it leads to. */
interface SingleStep {
  readonly multiple: false;
  readonly options: Readonly<Record<string, Place>>;
}

/**
 * Several answers, where the step's rule decides the next step. The step beside an option is never used; it
 * documents what the unreachable steps are for.
 */
interface MultipleStep {
  readonly multiple: true;
  readonly options: Readonly<Record<string, Place | null>>;
  readonly leadsTo: Place | Fork;
}

interface Fork {
  readonly ifAny: readonly string[];
  /** Whether to search the choices of this step, or all answers so far, including this step. */
  readonly among: 'this-step' | 'all-answers';
  readonly goTo: Place;
  readonly otherwise: Place;
}

export type Step = SingleStep | MultipleStep;

/** The questions of the quote, with their options in display order. */
const steps = {
  start: {
    multiple: false,
    options: {
      personal: 'personal-income',
      llc: 'llc-members',
      's-corp': 'business-only',
      'c-corp': 'business-only',
      estate: 'business-only',
    },
  },
  'personal-income': {
    multiple: true,
    options: {
      w2: null,
      retirement: null,
      savings: null,
      'self-employed': 'business-activities',
      stocks: 'investment-details',
      multiple: 'income-details',
      none: 'have-business',
    },
    leadsTo: {
      ifAny: ['self-employed', 'stocks', 'multiple'],
      among: 'this-step',
      goTo: 'business-activities',
      otherwise: 'personal-deductions',
    },
  },
  'business-activities': {
    multiple: true,
    options: {
      freelance: null,
      'small-business': null,
      rental: null,
      crypto: null,
      'complex-trading': null,
      none: null,
    },
    leadsTo: 'personal-deductions',
  },
  'investment-details': {
    multiple: true,
    options: { 'few-trades': null, 'complex-trading': null, crypto: null, none: null },
    leadsTo: 'personal-deductions',
  },
  'income-details': {
    multiple: true,
    options: { freelance: null, 'small-business': null, rental: null, none: null },
    leadsTo: 'personal-deductions',
  },
  'personal-deductions': {
    multiple: true,
    options: { mortgage: null, childcare: null, education: null, medical: null, charity: null, none: null },
    leadsTo: {
      ifAny: [
        'self-employed',
        'stocks',
        'multiple',
        'complex-trading',
        'crypto',
        'small-business',
        'rental',
        'freelance',
      ],
      among: 'all-answers',
      goTo: 'result-mixed',
      otherwise: 'result-basic',
    },
  },
  // The next three steps, investment-details, and income-details are unreachable: only options of multi-answer
  // steps point there. They are part of the specified catalog, and a test checks that they stay unreachable.
  'have-business': {
    multiple: false,
    options: { yes: 'business-type', no: 'personal-deductions' },
  },
  'business-type': {
    multiple: false,
    options: { sole: 'business-activities', llc: 'business-members', corporation: 'business-only' },
  },
  'business-members': {
    multiple: false,
    options: { 'single-member': 'llc-personal', 'multi-member': 'result-business' },
  },
  'llc-members': {
    multiple: false,
    options: {
      'single-member': 'llc-personal',
      'multi-member': 'result-business',
      none: 'llc-personal',
    },
  },
  'llc-personal': {
    multiple: false,
    options: { w2: 'result-mixed', other: 'result-mixed', none: 'result-mixed' },
  },
  'business-only': {
    multiple: false,
    options: {
      'business-and-personal': 'business-personal-combo',
      'business-only': 'result-business',
      none: 'result-business',
    },
  },
  'business-personal-combo': {
    multiple: false,
    options: {
      w2: 'result-business-plus',
      investments: 'result-business-plus',
      'self-employed': 'result-business-plus',
      none: 'result-business-plus',
    },
  },
} as const;
export type StepId = keyof typeof steps;
export const graph = steps satisfies Record<StepId, Step>;

export type OptionId<S extends StepId> = keyof (typeof graph)[S]['options'] & string;
