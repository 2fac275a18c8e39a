import type { SavedForm } from '#domain/tax-form/answers.ts';
import { existingClientForm, newClientForm } from './tax-forms.ts';

/** A validation rule: a change to a valid form, and the expected problems. */
export interface ValidationCase {
  rule: string;
  base: 'new' | 'existing';
  /** Undefined removes an answer. */
  change: Record<string, unknown>;
  /** All problems in order, as `[path, message]`. */
  expect: [path: string, message: string][];
}

export function formOf({ base, change }: Pick<ValidationCase, 'base' | 'change'>): Record<string, unknown> {
  const form: SavedForm = base === 'new' ? newClientForm : existingClientForm;
  // As JSON, like a request, which drops undefined values.
  return JSON.parse(JSON.stringify({ ...form, ...change }));
}

/** As the API's error has them. */
export function problemsExpected({ expect }: ValidationCase): { path: string; message: string }[] {
  return expect.map(([path, message]) => ({ path, message }));
}

const required = (
  base: ValidationCase['base'],
  messages: Record<string, string>,
  change: Record<string, unknown> = {},
): ValidationCase[] =>
  Object.entries(messages).map(([path, message]) => ({
    rule: `${path} is required of a client who is ${base}`,
    base,
    change: { ...change, [path]: undefined },
    expect: [[path, message]],
  }));

const wrong = (path: string, values: unknown[], message: string, also = {}): ValidationCase[] =>
  values.map((value) => ({
    rule: `${path} ${JSON.stringify(value)?.slice(0, 40)}`,
    base: 'new',
    change: { ...also, [path]: value },
    expect: [[path, message]],
  }));

const right = (path: string, values: unknown[], base: ValidationCase['base'] = 'new'): ValidationCase[] =>
  values.map((value) => ({
    rule: `${path} may be ${JSON.stringify(value).slice(0, 40)}`,
    base,
    change: { [path]: value },
    expect: [],
  }));

const always: Record<string, string> = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  phone: 'Phone number is required',
  ssn: 'SSN/ITIN is required',
  occupation: 'Occupation is required',
  businessTaxes: 'Answer about business taxes is required',
  filingStatusChanged: 'Answer about a change of your filing status is required',
  obamacare: 'Answer about Obamacare is required',
  healthInsuranceTypes: 'At least one health insurance type is required',
  cryptocurrency: 'Answer about cryptocurrency is required',
  directDeposit: 'Answer about direct deposit is required',
  contactMethod: 'Preferred contact method is required',
};
const address: Record<string, string> = {
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
};
const newAddress = {
  addressDifferent: 'yes',
  address: '1 Oak Lane',
  city: 'Hartford',
  state: 'CT',
  zipCode: '06101-1234',
};
const ofNewClients: Record<string, string> = {
  ...address,
  dobMonth: 'Birth month is required',
  dobDay: 'Birth day is required',
  dobYear: 'Birth year is required',
  referredBy: 'Referred by is required',
  anyDependents: 'Answer about dependents is required',
};
const business: Record<string, string> = {
  businessType: 'Business type is required',
  businessName: 'Business name is required',
  businessEin: 'Business EIN is required',
  businessState: 'Business state is required',
  businessPartners: 'Number of partners is required',
};
const spouse: Record<string, string> = {
  spouseName: 'Spouse first name is required',
  spouseLastName: 'Spouse last name is required',
  spouseSSN: 'Spouse SSN/ITIN is required',
  spouseDobMonth: 'Spouse birth month is required',
  spouseDobDay: 'Spouse birth day is required',
  spouseDobYear: 'Spouse birth year is required',
  spouseEmail: 'Spouse email is required',
  spouseOccupation: 'Spouse occupation is required',
  primaryListed: 'Answer about who was listed first is required',
};
const bank: Record<string, string> = {
  routingNumber: 'Routing number is required',
  accountNumber: 'Account number is required',
  accountType: 'Account type is required',
};
const ofDependents: Record<string, string> = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  dobMonth: 'Birth month is required',
  dobDay: 'Birth day is required',
  dobYear: 'Birth year is required',
  ssn: 'SSN/ITIN is required',
  relationship: 'Relationship is required',
  monthsLived: 'Months lived with you is required',
  daycare: 'Answer about daycare is required',
  disabled: 'Answer about disability is required',
};

const [ana, rosa] = newClientForm.dependents;
const none = Object.fromEntries(Object.keys(spouse).map((key) => [key, undefined]));

const dependentCases = (year: number): ValidationCase[] => [
  ...Object.entries(ofDependents).map(
    ([key, message]): ValidationCase => ({
      rule: `the second dependent's ${key} is required`,
      base: 'new',
      change: { dependents: [ana, { ...rosa, [key]: undefined }] },
      expect: [[`dependents.1.${key}`, `Dependent 2: ${message}`]],
    }),
  ),
  ...[13, -1, 2.5, 'many'].map(
    (monthsLived): ValidationCase => ({
      rule: `months lived ${monthsLived}`,
      base: 'new',
      change: { dependents: [{ ...ana, monthsLived }] },
      expect: [
        ['dependents.0.monthsLived', 'Dependent 1: Months lived with you must be a number from 0 to 12'],
      ],
    }),
  ),
  ...[0, 12, '0', '07'].map(
    (monthsLived): ValidationCase => ({
      rule: `months lived may be ${JSON.stringify(monthsLived)}`,
      base: 'new',
      change: { dependents: [{ ...ana, monthsLived }] },
      expect: [],
    }),
  ),
  ...[
    ['ssn', '123-45-678', 'SSN/ITIN must have 9 digits'],
    ['relationship', 'Cousin', 'Please choose one of the answers'],
    ['dobYear', '1924', `Birth year must be from 1925 to ${year}`],
    ['daycare', 'sometimes', 'Please choose one of the answers'],
  ].map(
    ([key = '', value, message]): ValidationCase => ({
      rule: `a dependent's ${key} ${value}`,
      base: 'new',
      change: { dependents: [{ ...ana, [key]: value }] },
      expect: [[`dependents.0.${key}`, `Dependent 1: ${message}`]],
    }),
  ),
  {
    rule: 'a dependent born tomorrow',
    base: 'new',
    change: { dependents: [{ ...ana, dobYear: String(year), dobMonth: '12', dobDay: '31' }] },
    expect: [['dependents.0.dobYear', 'Dependent 1: Birth date is in the future']],
  },
  ...(['new', 'existing'] as const).map(
    (base): ValidationCase => ({
      rule: `yes to dependents without one, ${base}`,
      base,
      change: { [base === 'new' ? 'anyDependents' : 'newDependents']: 'yes', dependents: [] },
      expect: [['dependents', 'Please add at least one dependent or change your answer to "No"']],
    }),
  ),
  {
    rule: 'twenty-one dependents',
    base: 'new',
    change: { dependents: Array.from({ length: 21 }, () => ana) },
    expect: [['dependents', 'Please list at most 20 dependents']],
  },
  { rule: 'no dependents', base: 'new', change: { anyDependents: 'no' }, expect: [] },
];

/** All validation rules in a year, for the domain, the API and the page. */
export const validationCases = (year: number): ValidationCase[] => [
  { rule: 'a whole form of a new client', base: 'new', change: {}, expect: [] },
  { rule: 'the shortest form of an existing client', base: 'existing', change: {}, expect: [] },
  {
    rule: 'isNew is required',
    base: 'existing',
    change: { isNew: undefined },
    expect: [['isNew', 'Please select if you are a new client']],
  },
  ...required('new', always),
  ...required('existing', always),
  ...required('new', ofNewClients),
  ...required('new', { filingStatus: 'Filing status is required' }, { dependentClaimed: 'no' }),
  ...required('existing', {
    addressDifferent: 'Answer about a new address is required',
    newDependents: 'Answer about new dependents is required',
    dependentClaimed: 'Answer about being claimed as a dependent is required',
  }),
  ...required('existing', address, newAddress),
  ...right('addressDifferent', ['no'], 'existing'),
  ...required('new', business),
  ...required('new', bank),
  ...(['no', 'maybe-later'] as const).map(
    (directDeposit): ValidationCase => ({
      rule: `no bank fields are asked with direct deposit ${directDeposit}`,
      base: 'new',
      change: { directDeposit, routingNumber: undefined, accountNumber: '1', accountType: 'x' },
      expect: [],
    }),
  ),
  {
    rule: 'filing status is required of an existing client whose status has changed',
    base: 'existing',
    change: { filingStatusChanged: 'yes' },
    expect: [['filingStatus', 'Filing status is required']],
  },
  ...['Married Filing Jointly', 'Married Filing Separately', 'Qualifying Widow(er)'].flatMap((filingStatus) =>
    required('new', spouse, { filingStatus, dependentClaimed: 'no' }),
  ),
  ...['Married Filing Jointly', 'Head of Household', 'Qualifying Widow(er)'].map(
    (filingStatus): ValidationCase => ({
      rule: `dependentClaimed is not asked of ${filingStatus}`,
      base: 'new',
      change: { filingStatus, dependentClaimed: undefined },
      expect: [],
    }),
  ),
  ...['Single', 'Married Filing Separately'].map(
    (filingStatus): ValidationCase => ({
      rule: `dependentClaimed is required of ${filingStatus}`,
      base: 'new',
      change: { filingStatus, dependentClaimed: undefined },
      expect: [['dependentClaimed', 'Answer about being claimed as a dependent is required']],
    }),
  ),
  ...['Single', 'Head of Household'].map(
    (filingStatus): ValidationCase => ({
      rule: `no spouse is asked of ${filingStatus}`,
      base: 'new',
      change: { ...none, filingStatus, dependentClaimed: 'no' },
      expect: [],
    }),
  ),
  {
    rule: 'a status chosen before its question was hidden asks for no spouse',
    base: 'existing',
    change: { filingStatus: 'Married Filing Jointly' },
    expect: [],
  },
  ...wrong(
    'phone',
    // Ten digits of a longer number, or of another country's, are somebody else's number.
    [
      ...['203-555-010', '22035550101', 'call me', '203-555-0101 x2', '+5255123456', '+52 55 1234 5678'],
      ...['0044 20 7946', '0044 20 7946 0958', '1 203 555 0101 2'],
    ],
    'Phone number must have 10 digits',
  ),
  ...right('phone', ['2035550101', '(203) 555-0101', '+1 203 555 0101', '001 203 555 0101']),
  ...wrong(
    'ssn',
    ['123-45-678', '123-45-67890', '1234567890', '***-**-6789', 'none'],
    'SSN/ITIN must have 9 digits',
  ),
  ...right('ssn', ['123456789', 123456789]),
  ...wrong('spouseSSN', ['1'], 'Spouse SSN/ITIN must have 9 digits'),
  ...wrong('businessEin', ['12-345678', '**-***4321'], 'Business EIN must have 9 digits'),
  ...wrong('routingNumber', ['01100001', '0110000155', '****0015'], 'Routing number must have 9 digits'),
  // Unusual numbers must be confirmed by the client, but are valid.
  ...right('routingNumber', ['011000016', '101000015', '000000000']),
  ...right('ssn', ['000-12-3456', '666-12-3456', '078-05-1120', '900-12-3456', '219-00-0000']),
  ...right('spouseSSN', ['219-09-9999']),
  ...wrong(
    'accountNumber',
    ['123', '123456789012345678', '****0011', 'savings'],
    'Account number must have 4 to 17 digits',
  ),
  ...right('accountNumber', ['1234', '1234 5678-90', '12345678901234567']),
  ...wrong('zipCode', ['0651', '065101', '06510-12', 'CT'], 'ZIP code must have 5 or 9 digits'),
  // Puerto Rico, Guam, the Virgin Islands, and military addresses, too.
  ...right('zipCode', ['06510', '06510-1234', '065101234', '00901', '96910', '00802', '09012', '34001']),
  ...wrong(
    'email',
    ['maria', 'maria@', '@example.com', 'a b@example.com', 'a@b'],
    'Email must look like name@example.com',
  ),
  ...wrong('spouseEmail', ['jose'], 'Spouse email must look like name@example.com'),
  ...wrong('state', ['Ontario', 'ON'], 'Please choose one of the answers'),
  ...right('state', ['ct', 'Connecticut', 'DC', 'Puerto Rico', 'gu', 'VI', 'AS', 'MP', 'AA', 'AE', 'AP']),
  ...wrong('isNew', ['maybe'], 'Please choose one of the answers').map((one) => ({
    ...one,
    base: 'existing' as const,
  })),
  ...wrong('filingStatus', ['Divorced'], 'Please choose one of the answers', {
    ...none,
    dependentClaimed: 'no',
  }),
  ...wrong('businessType', ['Shop'], 'Please choose one of the answers'),
  ...wrong('businessPartners', ['5'], 'Please choose one of the answers'),
  ...wrong('primaryListed', ['nobody'], 'Please choose one of the answers'),
  ...wrong('accountType', ['gold'], 'Please choose one of the answers'),
  ...wrong('directDeposit', ['later'], 'Please choose one of the answers'),
  ...wrong('contactMethod', ['fax'], 'Please choose one of the answers'),
  ...right('contactMethod', ['text', 'call', 'email', 'facebook', 'instagram']),
  ...wrong('healthInsuranceTypes', [['Through Work', 'Magic']], 'Please choose one of the answers'),
  ...right('healthInsuranceTypes', [
    [
      'Marketplace HealthCare.gov (1095-A Form)',
      'Obamacare (1095-A Form)',
      'Through Work',
      'Mass Health',
      'Husky',
      'Other',
    ],
  ]),
  ...wrong('dobMonth', ['13', '0'], 'Please choose one of the answers'),
  ...wrong('dobDay', ['32'], 'Please choose one of the answers'),
  ...wrong('dobYear', ['1924', String(year + 1), '84'], `Birth year must be from 1925 to ${year}`),
  {
    rule: 'days are not checked against the month',
    base: 'new',
    change: { dobMonth: '2', dobDay: '31' },
    expect: [],
  },
  {
    rule: 'a birth date in the future',
    base: 'new',
    change: { dobYear: String(year), dobMonth: '12', dobDay: '31' },
    expect: [['dobYear', 'Birth date is in the future']],
  },
  {
    rule: "a spouse's birth date in the future",
    base: 'new',
    change: { spouseDobYear: String(year), spouseDobMonth: '12', spouseDobDay: '31' },
    expect: [['spouseDobYear', 'Spouse birth date is in the future']],
  },
  ...wrong('briefDescription', ['x'.repeat(1001)], 'Please use at most 1000 characters'),
  ...right(
    'briefDescription',
    [undefined, 'x'.repeat(1000)].filter((one) => one !== undefined),
  ),
  ...right('addressLine2', ['Apt 2']),
  ...wrong('firstName', ['x'.repeat(101)], 'Please use at most 100 characters'),
  ...wrong('firstName', ['', '   ', null, {}, ['Maria']], 'First name is required'),
  ...dependentCases(year),
  {
    rule: 'an empty form',
    base: 'existing',
    change: Object.fromEntries(Object.keys(existingClientForm).map((key) => [key, undefined])),
    expect: [
      ['isNew', 'Please select if you are a new client'],
      ...Object.entries(always).flatMap(([path, message]): [string, string][] =>
        path === 'filingStatusChanged'
          ? [
              [path, message],
              ['dependentClaimed', 'Answer about being claimed as a dependent is required'],
            ]
          : [[path, message]],
      ),
    ],
  },
];
