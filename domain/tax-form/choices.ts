import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

/** The options of the form. Values are stored; labels are shown. */

export interface Choice {
  value: string;
  label: Wording;
  /** Comes after the others, where they are in the order of their labels. */
  isLast?: true;
}

/** The label of each value. */
const choicesOf = (labels: Record<string, Wording>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const numbers = (from: number, to: number): Choice[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at)).map((value) => ({
    value,
    label: value,
  }));

export const yesNo = choicesOf({ yes: msg`Yes`, no: msg`No` });

const filingStatuses = {
  Single: msg`Single`,
  'Married Filing Jointly': msg`Married Filing Jointly`,
  'Married Filing Separately': msg`Married Filing Separately`,
  'Head of Household': msg`Head of Household`,
  'Qualifying Widow(er)': msg`Qualifying Widow(er)`,
} satisfies Record<string, MessageDescriptor>;
export type FilingStatus = keyof typeof filingStatuses;

export const businessTypes = choicesOf({
  LLC: msg`LLC`,
  'S-Corp': msg`S-Corp`,
  'C-Corp': msg`C-Corp`,
  Partnership: msg`Partnership`,
  'Sole Proprietorship': msg`Sole Proprietorship`,
  Estate: msg`Estate`,
  Trust: msg`Trust`,
  'Non-Profit': msg`Non-Profit`,
});

export const businessPartners: readonly Choice[] = [
  { value: 'just-me', label: msg`Just me` },
  ...numbers(2, 4),
  { value: 'more-than-5', label: msg`More than 5` },
];

export const primaryListings: readonly Choice[] = [
  { value: 'i-was-primary', label: msg`I was listed first` },
  { value: 'spouse-was-primary', label: msg`My spouse was listed first` },
  { value: 'first-time-jointly', label: msg`This is our first time filing jointly` },
];

export const relationships = choicesOf({
  Son: msg`Son`,
  Daughter: msg`Daughter`,
  Father: msg`Father`,
  Mother: msg`Mother`,
  Brother: msg`Brother`,
  Sister: msg`Sister`,
  Stepson: msg`Stepson`,
  Stepdaughter: msg`Stepdaughter`,
  Stepfather: msg`Stepfather`,
  Stepmother: msg`Stepmother`,
  Grandfather: msg`Grandfather`,
  Grandmother: msg`Grandmother`,
  Grandson: msg`Grandson`,
  Granddaughter: msg`Granddaughter`,
  Other: msg({ message: 'Other', context: 'relationship' }),
});

export const deposits: readonly Choice[] = [...yesNo, { value: 'maybe-later', label: msg`Maybe later` }];

export const accountTypes = choicesOf({ checking: msg`Checking`, savings: msg`Savings` });

export const contactMethods: readonly Choice[] = [
  { value: 'text', label: msg`Text message` },
  { value: 'call', label: msg`Phone call` },
  { value: 'email', label: msg`Email` },
  { value: 'facebook', label: 'Facebook' },
  { value: 'instagram', label: 'Instagram' },
];

export const months: readonly Choice[] = [
  msg({ message: 'January', context: 'month' }),
  msg({ message: 'February', context: 'month' }),
  msg({ message: 'March', context: 'month' }),
  msg({ message: 'April', context: 'month' }),
  msg({ message: 'May', context: 'month' }),
  msg({ message: 'June', context: 'month' }),
  msg({ message: 'July', context: 'month' }),
  msg({ message: 'August', context: 'month' }),
  msg({ message: 'September', context: 'month' }),
  msg({ message: 'October', context: 'month' }),
  msg({ message: 'November', context: 'month' }),
  msg({ message: 'December', context: 'month' }),
].map((label, at) => ({ value: String(at + 1), label }));
/** All 31 days for every month, so that the list doesn't change. `doubts.ts` asks about impossible dates. */
export const days: readonly Choice[] = numbers(1, 31);
export const monthsLived: readonly Choice[] = numbers(0, 12);

export const firstBirthYear = 1925;
export const usualBirthYear = '1980';

/** The current year first. */
export function birthYears(year: number): Choice[] {
  return numbers(firstBirthYear, year).reverse();
}

export const filingChoices = choicesOf(filingStatuses);
export const healthChoices = choicesOf({
  'Marketplace HealthCare.gov (1095-A Form)': msg`Marketplace HealthCare.gov (1095-A Form)`,
  'Obamacare (1095-A Form)': msg`Obamacare (1095-A Form)`,
  'Through Work': msg`Through Work`,
  'Mass Health': 'Mass Health',
  Husky: 'Husky',
  Other: msg({ message: 'Other', context: 'health insurance' }),
  Medicare: 'Medicare',
  'No insurance': msg`No insurance`,
});

const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';
/** Their forms have the field "State", too. By specification the 50 states come first. */
const PLACES: readonly [string, string, MessageDescriptor?][] = [
  ['DC', 'District of Columbia', msg`District of Columbia`],
  ['PR', 'Puerto Rico'],
  ['GU', 'Guam'],
  ['VI', 'U.S. Virgin Islands', msg`U.S. Virgin Islands`],
  ['AS', 'American Samoa', msg`American Samoa`],
  ['MP', 'Northern Mariana Islands', msg`Northern Mariana Islands`],
  ['AA', 'Armed Forces Americas', msg`Military address, Americas (AA)`],
  ['AE', 'Armed Forces Europe', msg`Military address, Europe (AE)`],
  ['AP', 'Armed Forces Pacific', msg`Military address, Pacific (AP)`],
];
/** The names that Spanish has words for. The others are the same in both languages. */
const translatedStates: Record<string, MessageDescriptor> = {
  HI: msg`Hawaii`,
  LA: msg`Louisiana`,
  MS: msg`Mississippi`,
  MO: msg`Missouri`,
  NH: msg`New Hampshire`,
  NJ: msg`New Jersey`,
  NM: msg`New Mexico`,
  NY: msg`New York`,
  NC: msg`North Carolina`,
  ND: msg`North Dakota`,
  OR: msg`Oregon`,
  PA: msg`Pennsylvania`,
  SC: msg`South Carolina`,
  SD: msg`South Dakota`,
  WV: msg`West Virginia`,
};

interface State extends Choice {
  /** As in addresses. */
  name: string;
}
export const states: readonly State[] = [
  ...STATES.split(',').map((state) => {
    const [value, name] = [state.slice(0, 2), state.slice(3)];
    return { value, name, label: translatedStates[value] ?? name };
  }),
  ...PLACES.map(([value, name, label = name]) => ({ value, name, label, isLast: true as const })),
];

/** The code of a state or place that is written as a code or a name; undefined if it is none. */
export function stateCode(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  return states.find(({ value, name }) => value.toLowerCase() === typed || name.toLowerCase() === typed)
    ?.value;
}
