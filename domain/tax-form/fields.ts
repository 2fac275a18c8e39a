import type { MessageDescriptor } from '@lingui/core';
import { maxReferrerLength } from '#domain/contact/names.ts';
import { msg } from '#domain/language/message.ts';
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
  question: MessageDescriptor;
  options?: readonly Choice[];
  /** The options are shown in the order of their labels, which depends on the language. */
  byLabel?: true;
  /** The maximum length. */
  max?: number;
  optional?: true;
  /** Encrypted, and masked for staff. This is the source for the SQL lists: see sensitive.test.ts. */
  sensitive?: true;
  /** The autocomplete token. */
  autofill?: string;
  hint?: MessageDescriptor;
  /** An answer that one press gives. */
  usual?: MessageDescriptor;
}
export interface PlacedField extends Field {
  section: SectionId;
}

const text = (question: MessageDescriptor, more: Partial<Field> = {}): Field => ({
  kind: 'text',
  max: 100,
  question,
  ...more,
});
const ssn = (question: MessageDescriptor): Field => ({
  kind: 'ssn',
  question,
  sensitive: true,
  autofill: 'off',
});
const decision = (question: MessageDescriptor, more: Partial<Field> = {}): Field => ({
  kind: 'yesNo',
  question,
  options: yesNo,
  ...more,
});
const choice = (
  question: MessageDescriptor,
  options: readonly Choice[],
  more: Partial<Field> = {},
): Field => ({ kind: 'choice', question, options, ...more });
const dob = (
  part: 'month' | 'day' | 'year',
  question: MessageDescriptor,
  more: Partial<Field> = {},
): Field => ({
  kind: part,
  question,
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
    isNew: decision(msg`Are you a new client?`),
    firstName: text(msg`First name`, { autofill: 'given-name' }),
    lastName: text(msg`Last name`, { autofill: 'family-name' }),
    addressDifferent: decision(msg`Has your address changed since last year?`),
    address: text(msg`Street address`, { max: 200, autofill: 'address-line1' }),
    addressLine2: text(msg`Apartment, suite or unit`, {
      optional: true,
      autofill: 'address-line2',
    }),
    city: text(msg`City`, { autofill: 'address-level2' }),
    state: choice(msg`State`, states, { autofill: 'address-level1', byLabel: true }),
    zipCode: text(msg`ZIP code`, { kind: 'zip', max: 10, autofill: 'postal-code' }),
    email: text(msg`Email`, { kind: 'email', max: 254, autofill: 'email' }),
    phone: text(msg`Phone number`, { kind: 'phone', max: 40, autofill: 'tel-national' }),
    ssn: ssn(msg`SSN or ITIN`),
    dobMonth: dob('month', msg`Birth month`, { autofill: 'bday-month' }),
    dobDay: dob('day', msg`Birth day`, { autofill: 'bday-day' }),
    dobYear: dob('year', msg`Birth year`, { autofill: 'bday-year' }),
    occupation: text(msg`Occupation`, { autofill: 'organization-title' }),
    referredBy: text(msg`Who referred you to us?`, {
      max: maxReferrerLength,
      hint: msg`A person’s name, or how you heard about us.`,
      usual: msg`No one`,
    }),
  }),
  ...at('business', {
    businessTaxes: decision(msg`Do you need business taxes prepared?`),
    businessType: choice(msg`Business type`, businessTypes),
    businessName: text(msg`Business name`, { max: 200, autofill: 'organization' }),
    businessEin: {
      kind: 'ein',
      question: msg`Business EIN`,
      sensitive: true,
      autofill: 'off',
      hint: msg`The nine-digit number the IRS gave your business.`,
    },
    businessState: choice(msg`State where your business is registered`, states, { byLabel: true }),
    businessPartners: choice(msg`How many partners does it have?`, businessPartners),
  }),
  ...at('filing', {
    filingStatusChanged: decision(msg`Has your filing status changed since last year?`, {
      hint: msg`For example, because you got married, got divorced, or had a child.`,
    }),
    filingStatus: choice(msg`Filing status`, filingChoices),
    dependentClaimed: decision(msg`Can someone else claim you as a dependent?`, {
      hint: msg`For example, your parents if you’re a student.`,
    }),
  }),
  ...at('spouse', {
    spouseName: text(msg`Spouse’s first name`, { autofill: 'section-spouse given-name' }),
    spouseLastName: text(msg`Spouse’s last name`, {
      autofill: 'section-spouse family-name',
    }),
    spouseSSN: ssn(msg`Spouse’s SSN or ITIN`),
    spouseDobMonth: dob('month', msg`Spouse birth month`, { autofill: 'section-spouse bday-month' }),
    spouseDobDay: dob('day', msg`Spouse birth day`, { autofill: 'section-spouse bday-day' }),
    spouseDobYear: dob('year', msg`Spouse birth year`, { autofill: 'section-spouse bday-year' }),
    spouseEmail: text(msg`Spouse’s email`, {
      kind: 'email',
      max: 254,
      autofill: 'section-spouse email',
      hint: msg`If your spouse has no email, your own is fine.`,
    }),
    spouseOccupation: text(msg`Spouse’s occupation`, {
      autofill: 'section-spouse organization-title',
    }),
    primaryListed: choice(msg`Who was listed first on last year’s return?`, primaryListings),
  }),
  ...at('health', {
    obamacare: decision(msg`Did you have Obamacare (Marketplace) coverage during the year?`),
    healthInsuranceTypes: {
      kind: 'choices',
      question: msg`What health insurance did you have?`,
      options: healthChoices,
      hint: msg`Select all that apply.`,
    },
    cryptocurrency: decision(msg`Did you buy, sell, earn, or trade cryptocurrency during the year?`),
  }),
  ...at('dependents', {
    newDependents: decision(msg`Do you have new dependents to add this year?`),
    anyDependents: decision(msg`Do you have dependents?`, {
      hint: msg`Children or relatives you support.`,
    }),
  }),
  ...at('bank', {
    directDeposit: choice(msg`Do you want your refund by direct deposit?`, deposits),
    routingNumber: {
      kind: 'routing',
      question: msg`Routing number`,
      sensitive: true,
      autofill: 'off',
      hint: msg`The nine digits at the bottom left of a check.`,
    },
    accountNumber: {
      kind: 'account',
      question: msg`Account number`,
      sensitive: true,
      autofill: 'off',
    },
    accountType: choice(msg`Account type`, accountTypes),
  }),
  ...at('finish', {
    briefDescription: {
      kind: 'longText',
      question: msg`Special instructions`,
      optional: true,
      max: 1000,
      hint: msg`Anything we should know, like a move, a new job, or a home you bought or sold.`,
    },
    contactMethod: choice(msg`How should we contact you?`, contactMethods),
  }),
} satisfies Record<string, PlacedField>;

const dependentFields = {
  firstName: text(msg`First name`),
  lastName: text(msg`Last name`),
  dobMonth: dob('month', msg`Birth month`),
  dobDay: dob('day', msg`Birth day`),
  dobYear: dob('year', msg`Birth year`),
  ssn: ssn(msg`SSN or ITIN`),
  relationship: choice(msg`Relationship to you`, relationships),
  monthsLived: {
    kind: 'monthsLived',
    question: msg`Months lived with you during the year`,
    options: monthsLived,
  },
  daycare: decision(msg`Did you pay for daycare?`),
  disabled: decision(msg`Is this person disabled?`),
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

/** The field of an answer: "ssn", "dependents.0.firstName". */
export function fieldAt(path: string): Field {
  const ofDependent = /^dependents\.\d+\.(.+)$/.exec(path)?.[1];
  return ofDependent === undefined
    ? fieldOf(path as FieldKey)
    : dependentFieldOf(ofDependent as DependentKey);
}

/** The options of a field in a year; undefined for typed answers. */
export function optionsOf(field: Field, year: number): readonly Choice[] | undefined {
  return field.kind === 'year' ? birthYears(year) : field.options;
}
