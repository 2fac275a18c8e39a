import fc from 'fast-check';
import { readAnswers, type SavedForm } from '#domain/tax-form/answers.ts';
import { birthYears } from '#domain/tax-form/choices.ts';
import {
  type DependentKey,
  dependentFieldOf,
  dependentKeys,
  type Field,
  type FieldKey,
  fieldKeys,
  fieldOf,
} from '#domain/tax-form/fields.ts';
import { normalize, savedForm } from '#domain/tax-form/normalize.ts';

/** A married new client with two dependents, a business and direct deposit: every question is asked. */
export const newClientForm = {
  isNew: 'yes',
  firstName: 'Maria',
  lastName: 'Lopez',
  address: '48 Elm Street',
  city: 'New Haven',
  state: 'CT',
  zipCode: '06510',
  email: 'maria@example.com',
  phone: '203-555-0101',
  ssn: '123-45-6789',
  dobMonth: '7',
  dobDay: '4',
  dobYear: '1984',
  occupation: 'Nurse',
  referredBy: 'My sister',
  businessTaxes: 'yes',
  businessType: 'LLC',
  businessName: 'Lopez Care LLC',
  businessEin: '06-7654321',
  businessState: 'CT',
  businessPartners: 'just-me',
  filingStatusChanged: 'no',
  filingStatus: 'Married Filing Jointly',
  spouseName: 'José',
  spouseLastName: 'Lopez',
  spouseSSN: '987-65-4321',
  spouseDobMonth: '12',
  spouseDobDay: '31',
  spouseDobYear: '1980',
  spouseEmail: 'jose@example.com',
  spouseOccupation: 'Cook',
  primaryListed: 'first-time-jointly',
  obamacare: 'no',
  healthInsuranceTypes: ['Through Work', 'Husky'],
  cryptocurrency: 'no',
  anyDependents: 'yes',
  dependents: [
    {
      firstName: 'Ana',
      lastName: 'Lopez',
      dobMonth: '2',
      dobDay: '28',
      dobYear: '2015',
      ssn: '222-33-4455',
      relationship: 'Daughter',
      daycare: 'yes',
      disabled: 'no',
      monthsLived: 12,
    },
    {
      firstName: 'Rosa',
      lastName: 'Vega',
      dobMonth: '1',
      dobDay: '1',
      dobYear: '1950',
      ssn: '333-44-5566',
      relationship: 'Mother',
      daycare: 'no',
      disabled: 'yes',
      monthsLived: 6,
    },
  ],
  directDeposit: 'yes',
  routingNumber: '011000015',
  accountNumber: '7788990011',
  accountType: 'checking',
  briefDescription: 'We moved in May.',
  contactMethod: 'text',
} satisfies SavedForm;

/** An existing client without changes: the shortest form. */
export const existingClientForm = {
  isNew: 'no',
  firstName: 'Peter',
  lastName: 'Kowalski',
  addressDifferent: 'no',
  email: 'peter@example.com',
  phone: '860-555-0102',
  ssn: '111-22-3344',
  occupation: 'Carpenter',
  businessTaxes: 'no',
  filingStatusChanged: 'no',
  dependentClaimed: 'no',
  obamacare: 'no',
  healthInsuranceTypes: ['Other'],
  cryptocurrency: 'no',
  newDependents: 'no',
  directDeposit: 'no',
  contactMethod: 'call',
} satisfies SavedForm;

/** The sensitive answers of these forms, in every spelling in which they could be stored. */
export const plantedAnswers: readonly string[] = [
  '123-45-6789',
  '987-65-4321',
  '222-33-4455',
  '333-44-5566',
  '111-22-3344',
  '06-7654321',
  '011000015',
  '7788990011',
].flatMap((value) => [...new Set([value, value.replaceAll('-', '')])]);

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''));

const routing = digits(8).map((head) => {
  const sum = [...head].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  const whole = `${head}${(10 - (sum % 10)) % 10}`;
  return /^0+$/.test(whole) ? '011000015' : whole;
});

const words = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max, unit: 'grapheme' })
    .map((text) => [...`X${text}`].slice(0, max).join(''));

function answerTo({ kind, max = 100, options }: Field, year: number): fc.Arbitrary<string> {
  const choices = kind === 'year' ? birthYears(year - 1) : options;
  if (choices) return fc.constantFrom(...choices.map(({ value }) => value));
  switch (kind) {
    case 'email':
      return fc.tuple(digits(5), digits(3)).map(([name, house]) => `mail${name}@house${house}.example.com`);
    case 'phone':
      return digits(9).map((all) => `2${all}`);
    case 'ssn':
    case 'ein':
      return digits(9);
    case 'routing':
      return routing;
    case 'account':
      return fc.integer({ min: 4, max: 17 }).chain(digits);
    case 'zip':
      return fc.oneof(digits(5), digits(9));
    default:
      return words(Math.min(max, 60));
  }
}

const FIXED: readonly FieldKey[] = ['healthInsuranceTypes'];

/** Any valid form of a year, as it is stored. */
export function validForm(year: number): fc.Arbitrary<SavedForm> {
  const own = fieldKeys.filter((key) => !FIXED.includes(key));
  const texts = fc.record(Object.fromEntries(own.map((key) => [key, answerTo(fieldOf(key), year)])));
  const dependent = fc.record(
    Object.fromEntries(
      dependentKeys.map((key: DependentKey) => [key, answerTo(dependentFieldOf(key), year)]),
    ),
  );
  const insurances = (fieldOf('healthInsuranceTypes').options ?? []).map(({ value }) => value);
  return fc
    .record({
      texts,
      healthInsuranceTypes: fc.uniqueArray(fc.constantFrom(...insurances), { minLength: 1 }),
      dependents: fc.array(dependent, { minLength: 1, maxLength: 3 }),
      withoutOptional: fc.boolean(),
    })
    .map(({ texts, healthInsuranceTypes, dependents, withoutOptional }) => {
      const form = normalize(readAnswers({ ...texts, healthInsuranceTypes, dependents }));
      return savedForm(withoutOptional ? { ...form, addressLine2: '', briefDescription: '' } : form);
    });
}
