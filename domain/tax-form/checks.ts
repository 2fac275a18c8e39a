import type { MessageDescriptor } from '@lingui/core';
import { isEmail } from '#domain/contact/email.ts';
import { usNumbersOnly } from '#domain/contact/hints.ts';
import { msg } from '#domain/language/message.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';
import { firstBirthYear } from './choices.ts';
import { type DependentKey, type Field, type FieldKey, fieldAt, type Kind } from './fields.ts';
import { doesNotFit, maskOf } from './masks.ts';

/** What is wrong with an answer, as a sentence; undefined if it is valid. `text` must be normalized. */
export function faultOf(
  { kind, max, options }: Field,
  { wrong }: ProblemWords,
  text: string,
  year: number,
): MessageDescriptor | undefined {
  if (max !== undefined && [...text].length > max) return msg`Please use at most ${{ max }} characters`;
  const isChosen = options === undefined || options.some(({ value }) => value === text);
  if (isChosen && isWellFormed(kind, text, year)) return undefined;
  return (typeof wrong === 'function' ? wrong(year) : wrong) ?? msg`Please choose one of the answers`;
}

function isWellFormed(kind: Kind, text: string, year: number): boolean {
  switch (kind) {
    case 'email':
      return isEmail(text);
    case 'phone':
      return hasDigits(text, 10, 10);
    case 'ssn':
    case 'ein':
    case 'routing':
      return hasDigits(text, 9, 9);
    case 'account':
      return hasDigits(text, 4, 17);
    case 'zip':
      return /^\d{5}(-\d{4})?$/.test(text);
    case 'year':
      return /^\d{4}$/.test(text) && Number(text) >= firstBirthYear && Number(text) <= year;
    default:
      return true;
  }
}

function hasDigits(text: string, least: number, most: number): boolean {
  const count = digitsOf(text).length;
  return count >= least && count <= most && /^[-0-9]*$/.test(text);
}

/** What to say at once about a number that typing more can't complete, such as ten digits in an SSN. */
export function misfitOf(path: string, text: string): MessageDescriptor | undefined {
  const mask = maskOf(fieldAt(path).kind);
  if (mask === undefined || !doesNotFit(mask, text)) return undefined;
  if (mask === 'phone') return usNumbersOnly;
  const { wrong } = problemWords[path.replace(/^.*\./, '') as FieldKey | DependentKey];
  return typeof wrong === 'function' ? undefined : wrong;
}

/** What can be wrong with the answer to a question, each as a whole sentence: the words for it differ by language. */
interface ProblemWords {
  /** No answer. None for questions that are optional. */
  missing?: MessageDescriptor;
  /** Not in the format of its kind. */
  wrong?: MessageDescriptor | ((year: number) => MessageDescriptor);
}

/** A dependent's questions have the same words as the client's. */
export const problemWords: Record<FieldKey | DependentKey, ProblemWords> = {
  isNew: { missing: msg`Please select if you are a new client` },
  firstName: { missing: msg`First name is required` },
  lastName: { missing: msg`Last name is required` },
  addressDifferent: { missing: msg`Answer about a new address is required` },
  address: { missing: msg`Address is required` },
  addressLine2: {},
  city: { missing: msg`City is required` },
  state: { missing: msg`State is required` },
  zipCode: {
    missing: msg`ZIP code is required`,
    wrong: msg`ZIP code must have 5 or 9 digits`,
  },
  email: {
    missing: msg`Email is required`,
    wrong: msg`Email must look like name@example.com`,
  },
  phone: {
    missing: msg`Phone number is required`,
    wrong: msg`Phone number must have 10 digits`,
  },
  ssn: {
    missing: msg`SSN/ITIN is required`,
    wrong: msg`SSN/ITIN must have 9 digits`,
  },
  dobMonth: { missing: msg`Birth month is required` },
  dobDay: { missing: msg`Birth day is required` },
  dobYear: {
    missing: msg`Birth year is required`,
    wrong: (year) => msg`Birth year must be from ${{ first: firstBirthYear }} to ${{ year }}`,
  },
  occupation: { missing: msg`Occupation is required` },
  referredBy: { missing: msg`Referred by is required` },
  businessTaxes: { missing: msg`Answer about business taxes is required` },
  businessType: { missing: msg`Business type is required` },
  businessName: { missing: msg`Business name is required` },
  businessEin: {
    missing: msg`Business EIN is required`,
    wrong: msg`Business EIN must have 9 digits`,
  },
  businessState: { missing: msg`Business state is required` },
  businessPartners: { missing: msg`Number of partners is required` },
  filingStatusChanged: { missing: msg`Answer about a change of your filing status is required` },
  filingStatus: { missing: msg`Filing status is required` },
  dependentClaimed: { missing: msg`Answer about being claimed as a dependent is required` },
  spouseName: { missing: msg`Spouse first name is required` },
  spouseLastName: { missing: msg`Spouse last name is required` },
  spouseSSN: {
    missing: msg`Spouse SSN/ITIN is required`,
    wrong: msg`Spouse SSN/ITIN must have 9 digits`,
  },
  spouseDobMonth: { missing: msg`Spouse birth month is required` },
  spouseDobDay: { missing: msg`Spouse birth day is required` },
  spouseDobYear: {
    missing: msg`Spouse birth year is required`,
    wrong: (year) => msg`Spouse birth year must be from ${{ first: firstBirthYear }} to ${{ year }}`,
  },
  spouseEmail: {
    missing: msg`Spouse email is required`,
    wrong: msg`Spouse email must look like name@example.com`,
  },
  spouseOccupation: { missing: msg`Spouse occupation is required` },
  primaryListed: { missing: msg`Answer about who was listed first is required` },
  obamacare: { missing: msg`Answer about Obamacare is required` },
  healthInsuranceTypes: { missing: msg`At least one health insurance type is required` },
  cryptocurrency: { missing: msg`Answer about cryptocurrency is required` },
  newDependents: { missing: msg`Answer about new dependents is required` },
  anyDependents: { missing: msg`Answer about dependents is required` },
  directDeposit: { missing: msg`Answer about direct deposit is required` },
  routingNumber: {
    missing: msg`Routing number is required`,
    wrong: msg`Routing number must have 9 digits`,
  },
  accountNumber: {
    missing: msg`Account number is required`,
    wrong: msg`Account number must have 4 to 17 digits`,
  },
  accountType: { missing: msg`Account type is required` },
  briefDescription: {},
  contactMethod: { missing: msg`Preferred contact method is required` },
  relationship: { missing: msg`Relationship is required` },
  monthsLived: {
    missing: msg`Months lived with you is required`,
    wrong: msg`Months lived with you must be a number from 0 to 12`,
  },
  daycare: { missing: msg`Answer about daycare is required` },
  disabled: { missing: msg`Answer about disability is required` },
};
