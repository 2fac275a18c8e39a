/** The options of the form. Values are stored; labels are shown. */

export interface Choice {
  value: string;
  label: string;
}

const same = (...values: string[]): Choice[] => values.map((value) => ({ value, label: value }));
const numbers = (from: number, to: number): Choice[] =>
  Array.from({ length: to - from + 1 }, (_, at) => same(String(from + at))).flat();

export const yesNo: readonly Choice[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

const filingStatuses = [
  'Single',
  'Married Filing Jointly',
  'Married Filing Separately',
  'Head of Household',
  'Qualifying Widow(er)',
] as const;
export type FilingStatus = (typeof filingStatuses)[number];

export const healthInsurances = [
  'Marketplace HealthCare.gov (1095-A Form)',
  'Obamacare (1095-A Form)',
  'Through Work',
  'Mass Health',
  'Husky',
  'Other',
] as const;

export const businessTypes = same(
  'LLC',
  'S-Corp',
  'C-Corp',
  'Partnership',
  'Sole Proprietorship',
  'Estate',
  'Trust',
  'Non-Profit',
);

export const businessPartners: readonly Choice[] = [
  { value: 'just-me', label: 'Just me' },
  ...same('2', '3', '4'),
  { value: 'more-than-5', label: 'More than 5' },
];

export const primaryListings: readonly Choice[] = [
  { value: 'i-was-primary', label: 'I was listed first' },
  { value: 'spouse-was-primary', label: 'My spouse was listed first' },
  { value: 'first-time-jointly', label: 'This is our first time filing jointly' },
];

export const relationships = same(
  'Son',
  'Daughter',
  'Father',
  'Mother',
  'Brother',
  'Sister',
  'Stepson',
  'Stepdaughter',
  'Stepfather',
  'Stepmother',
  'Grandfather',
  'Grandmother',
  'Grandson',
  'Granddaughter',
  'Other',
);

export const deposits: readonly Choice[] = [...yesNo, { value: 'maybe-later', label: 'Maybe later' }];

export const accountTypes: readonly Choice[] = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
];

export const contactMethods: readonly Choice[] = [
  { value: 'text', label: 'Text message' },
  { value: 'call', label: 'Phone call' },
  { value: 'email', label: 'Email' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'instagram', label: 'Instagram' },
];

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
export const months: readonly Choice[] = MONTHS.map((label, at) => ({ value: String(at + 1), label }));
/** All 31 days for every month, so that the list doesn't change. The office asks about impossible dates. */
export const days: readonly Choice[] = numbers(1, 31);
export const monthsLived: readonly Choice[] = numbers(0, 12);

export const firstBirthYear = 1925;
export const usualBirthYear = '1980';

/** The current year first. */
export function birthYears(year: number): Choice[] {
  return numbers(firstBirthYear, year).reverse();
}

export const filingChoices: readonly Choice[] = same(...filingStatuses);
export const healthChoices: readonly Choice[] = same(...healthInsurances);

const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';
export const states: readonly Choice[] = STATES.split(',').map((state) => ({
  value: state.slice(0, 2),
  label: state.slice(3),
}));
