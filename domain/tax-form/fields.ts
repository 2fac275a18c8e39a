import { maxReferrerLength } from '#domain/account/referral.ts';
import {
  accountTypes,
  birthYears,
  businessPartners,
  businessTypes,
  type Choice,
  contactMethods,
  days,
  deposits,
  filingChoices,
  healthChoices,
  months,
  monthsLived,
  primaryListings,
  relationships,
  states,
  yesNo,
} from './choices.ts';

export type SectionId =
  | 'you'
  | 'business'
  | 'filing'
  | 'spouse'
  | 'health'
  | 'dependents'
  | 'bank'
  | 'finish';

/** The kind of input. `choices` allows several options, `choice` one. */
export type Kind =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'ssn'
  | 'ein'
  | 'routing'
  | 'account'
  | 'zip'
  | 'yesNo'
  | 'choice'
  | 'choices'
  | 'month'
  | 'day'
  | 'year'
  | 'monthsLived';

export interface Field {
  kind: Kind;
  /** The question, without the asterisk. */
  question: string;
  /** The name in messages. */
  name: string;
  /** The message for a missing answer, instead of "{name} is required". */
  missing?: string;
  options?: readonly Choice[];
  /** The maximum length. */
  max?: number;
  optional?: true;
  /** Encrypted, and masked for staff. This is the source for the SQL lists: see sensitive.test.ts. */
  sensitive?: true;
  /** The autocomplete token. */
  autofill?: string;
  hint?: string;
}
export interface PlacedField extends Field {
  section: SectionId;
}

const text = (question: string, name: string, more: Partial<Field> = {}): Field => ({
  kind: 'text',
  max: 100,
  question,
  name,
  ...more,
});
const ssn = (question: string, name: string): Field => ({
  kind: 'ssn',
  question,
  name,
  sensitive: true,
  autofill: 'off',
});
const decision = (question: string, about: string, more: Partial<Field> = {}): Field => ({
  kind: 'yesNo',
  question,
  name: `Answer about ${about}`,
  options: yesNo,
  ...more,
});
const choice = (
  question: string,
  name: string,
  options: readonly Choice[],
  more: Partial<Field> = {},
): Field => ({ kind: 'choice', question, name, options, ...more });
const dob = (part: 'month' | 'day' | 'year', whose: string, more: Partial<Field> = {}): Field => ({
  kind: part,
  question: `${whose}irth ${part}`.replace(/^b/, 'B'),
  name: `${whose}irth ${part}`.replace(/^b/, 'B'),
  ...(part === 'month' ? { options: months } : part === 'day' ? { options: days } : {}),
  ...more,
});
const at = <F extends Record<string, Field>>(
  section: SectionId,
  fields: F,
): { [K in keyof F]: PlacedField } => {
  const placed = Object.entries(fields).map(([key, field]) => [key, { ...field, section }]);
  return Object.fromEntries(placed) as { [K in keyof F]: PlacedField };
};

/** All questions in the order of the form, without those about each dependent. */
export const fields = {
  ...at('you', {
    isNew: decision('Are you a new client?', 'being a new client', {
      missing: 'Please select if you are a new client',
    }),
    firstName: text('First name', 'First name', { autofill: 'given-name' }),
    lastName: text('Last name', 'Last name', { autofill: 'family-name' }),
    addressDifferent: decision('Has your address changed since last year?', 'a new address'),
    address: text('Street address', 'Address', { max: 200, autofill: 'address-line1' }),
    addressLine2: text('Apartment, suite or unit', 'Address line 2', {
      optional: true,
      autofill: 'address-line2',
    }),
    city: text('City', 'City', { autofill: 'address-level2' }),
    state: choice('State', 'State', states, { autofill: 'address-level1' }),
    zipCode: text('ZIP code', 'ZIP code', { kind: 'zip', max: 10, autofill: 'postal-code' }),
    email: text('Email', 'Email', { kind: 'email', max: 254, autofill: 'email' }),
    phone: text('Phone number', 'Phone number', { kind: 'phone', max: 40, autofill: 'tel-national' }),
    ssn: ssn('SSN or ITIN', 'SSN/ITIN'),
    dobMonth: dob('month', 'b', { autofill: 'bday-month' }),
    dobDay: dob('day', 'b', { autofill: 'bday-day' }),
    dobYear: dob('year', 'b', { autofill: 'bday-year' }),
    occupation: text('Occupation', 'Occupation', { autofill: 'organization-title' }),
    referredBy: text('Who referred you to us?', 'Referred by', {
      max: maxReferrerLength,
      hint: 'A name, or where you have heard of us.',
    }),
  }),
  ...at('business', {
    businessTaxes: decision('Do you need business taxes prepared?', 'business taxes'),
    businessType: choice('Type of business', 'Business type', businessTypes),
    businessName: text('Name of the business', 'Business name', { max: 200, autofill: 'organization' }),
    businessEin: {
      kind: 'ein',
      question: 'EIN of the business',
      name: 'Business EIN',
      sensitive: true,
      autofill: 'off',
      hint: 'The nine-digit number that the IRS gave the business.',
    },
    businessState: choice('State where the business is registered', 'Business state', states),
    businessPartners: choice('How many partners does it have?', 'Number of partners', businessPartners),
  }),
  ...at('filing', {
    filingStatusChanged: decision(
      'Has your filing status changed since last year?',
      'a change of your filing status',
      { hint: 'For example because you married, divorced, or had a child.' },
    ),
    filingStatus: choice('Filing status', 'Filing status', filingChoices),
    dependentClaimed: decision(
      'Can somebody else claim you as a dependent?',
      'being claimed as a dependent',
      {
        hint: 'For example your parents, if you are a student.',
      },
    ),
  }),
  ...at('spouse', {
    spouseName: text('Spouse’s first name', 'Spouse first name', { autofill: 'section-spouse given-name' }),
    spouseLastName: text('Spouse’s last name', 'Spouse last name', {
      autofill: 'section-spouse family-name',
    }),
    spouseSSN: ssn('Spouse’s SSN or ITIN', 'Spouse SSN/ITIN'),
    spouseDobMonth: dob('month', 'Spouse b', { autofill: 'section-spouse bday-month' }),
    spouseDobDay: dob('day', 'Spouse b', { autofill: 'section-spouse bday-day' }),
    spouseDobYear: dob('year', 'Spouse b', { autofill: 'section-spouse bday-year' }),
    spouseEmail: text('Spouse’s email', 'Spouse email', {
      kind: 'email',
      max: 254,
      autofill: 'section-spouse email',
    }),
    spouseOccupation: text('Spouse’s occupation', 'Spouse occupation', {
      autofill: 'section-spouse organization-title',
    }),
    primaryListed: choice(
      'Who was listed first on last year’s return?',
      'Answer about who was listed first',
      primaryListings,
    ),
  }),
  ...at('health', {
    obamacare: decision('Did you have Obamacare (Marketplace) coverage during the year?', 'Obamacare'),
    healthInsuranceTypes: {
      kind: 'choices',
      question: 'What health insurance did you have?',
      name: 'At least one health insurance type',
      options: healthChoices,
      hint: 'Choose all that apply.',
    },
    cryptocurrency: decision(
      'Did you buy, sell, earn or trade cryptocurrency during the year?',
      'cryptocurrency',
    ),
  }),
  ...at('dependents', {
    newDependents: decision('Do you have new dependents to add this year?', 'new dependents'),
    anyDependents: decision('Do you have dependents?', 'dependents', {
      hint: 'Children, or relatives that you support.',
    }),
  }),
  ...at('bank', {
    directDeposit: choice(
      'Do you want direct deposit of your refund?',
      'Answer about direct deposit',
      deposits,
    ),
    routingNumber: {
      kind: 'routing',
      question: 'Routing number',
      name: 'Routing number',
      sensitive: true,
      autofill: 'off',
      hint: 'Nine digits, at the bottom left of a check.',
    },
    accountNumber: {
      kind: 'account',
      question: 'Account number',
      name: 'Account number',
      sensitive: true,
      autofill: 'off',
    },
    accountType: choice('Type of account', 'Account type', accountTypes),
  }),
  ...at('finish', {
    briefDescription: {
      kind: 'longText',
      question: 'Special instructions',
      name: 'Special instructions',
      optional: true,
      max: 1000,
      hint: 'Anything that we should know: a move, a new job, a house bought or sold.',
    },
    contactMethod: choice('How shall we contact you?', 'Preferred contact method', contactMethods),
  }),
} satisfies Record<string, PlacedField>;

const dependentFields = {
  firstName: text('First name', 'First name'),
  lastName: text('Last name', 'Last name'),
  dobMonth: dob('month', 'b'),
  dobDay: dob('day', 'b'),
  dobYear: dob('year', 'b'),
  ssn: ssn('SSN or ITIN', 'SSN/ITIN'),
  relationship: choice('Relationship to you', 'Relationship', relationships),
  monthsLived: {
    kind: 'monthsLived',
    question: 'Months lived with you during the year',
    name: 'Months lived with you',
    options: monthsLived,
  },
  daycare: decision('Did you pay for daycare?', 'daycare'),
  disabled: decision('Is this person disabled?', 'disability'),
} satisfies Record<string, Field>;

export type FieldKey = keyof typeof fields;
export type DependentKey = keyof typeof dependentFields;

export const fieldKeys = Object.keys(fields) as FieldKey[];
export const dependentKeys = Object.keys(dependentFields) as DependentKey[];

/** A field as the common type, with its optional properties. */
export function fieldOf(key: FieldKey): PlacedField {
  return fields[key];
}
export function dependentFieldOf(key: DependentKey): Field {
  return dependentFields[key];
}

/** The options of a field in a year; undefined for typed answers. */
export function optionsOf(field: Field, year: number): readonly Choice[] | undefined {
  return field.kind === 'year' ? birthYears(year) : field.options;
}
