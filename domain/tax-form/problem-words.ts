import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { firstBirthYear } from './choices.ts';
import type { DependentKey, FieldKey } from './fields.ts';

/** What can be wrong with the answer to a question, each as a whole sentence: the words for it differ by language. */
export interface ProblemWords {
  /** No answer. None for questions that are optional. */
  missing?: MessageDescriptor;
  /** None of the choices, or not in the format of its kind. A text is never wrong. */
  wrong?: MessageDescriptor | ((year: number) => MessageDescriptor);
  tooLong?: (max: number) => MessageDescriptor;
}

/** A dependent's questions have the same words as the client's. */
export const problemWords: Record<FieldKey | DependentKey, ProblemWords> = {
  isNew: {
    missing: msg`Please select if you are a new client`,
    wrong: msg`Answer about being a new client must be one of the choices`,
  },
  firstName: {
    missing: msg`First name is required`,
    tooLong: (max) => msg`First name must be at most ${{ max }} characters`,
  },
  lastName: {
    missing: msg`Last name is required`,
    tooLong: (max) => msg`Last name must be at most ${{ max }} characters`,
  },
  addressDifferent: {
    missing: msg`Answer about a new address is required`,
    wrong: msg`Answer about a new address must be one of the choices`,
  },
  address: {
    missing: msg`Address is required`,
    tooLong: (max) => msg`Address must be at most ${{ max }} characters`,
  },
  addressLine2: {
    tooLong: (max) => msg`Address line 2 must be at most ${{ max }} characters`,
  },
  city: {
    missing: msg`City is required`,
    tooLong: (max) => msg`City must be at most ${{ max }} characters`,
  },
  state: {
    missing: msg`State is required`,
    wrong: msg`State must be one of the choices`,
  },
  zipCode: {
    missing: msg`ZIP code is required`,
    wrong: msg`ZIP code must have 5 or 9 digits`,
    tooLong: (max) => msg`ZIP code must be at most ${{ max }} characters`,
  },
  email: {
    missing: msg`Email is required`,
    wrong: msg`Email must look like name@example.com`,
    tooLong: (max) => msg`Email must be at most ${{ max }} characters`,
  },
  phone: {
    missing: msg`Phone number is required`,
    wrong: msg`Phone number must have 10 digits`,
    tooLong: (max) => msg`Phone number must be at most ${{ max }} characters`,
  },
  ssn: {
    missing: msg`SSN/ITIN is required`,
    wrong: msg`SSN/ITIN must have 9 digits`,
  },
  dobMonth: {
    missing: msg`Birth month is required`,
    wrong: msg`Birth month must be one of the choices`,
  },
  dobDay: {
    missing: msg`Birth day is required`,
    wrong: msg`Birth day must be one of the choices`,
  },
  dobYear: {
    missing: msg`Birth year is required`,
    wrong: (year) => msg`Birth year must be from ${{ first: firstBirthYear }} to ${{ year }}`,
  },
  occupation: {
    missing: msg`Occupation is required`,
    tooLong: (max) => msg`Occupation must be at most ${{ max }} characters`,
  },
  referredBy: {
    missing: msg`Referred by is required`,
    tooLong: (max) => msg`Referred by must be at most ${{ max }} characters`,
  },
  businessTaxes: {
    missing: msg`Answer about business taxes is required`,
    wrong: msg`Answer about business taxes must be one of the choices`,
  },
  businessType: {
    missing: msg`Business type is required`,
    wrong: msg`Business type must be one of the choices`,
  },
  businessName: {
    missing: msg`Business name is required`,
    tooLong: (max) => msg`Business name must be at most ${{ max }} characters`,
  },
  businessEin: {
    missing: msg`Business EIN is required`,
    wrong: msg`Business EIN must have 9 digits`,
  },
  businessState: {
    missing: msg`Business state is required`,
    wrong: msg`Business state must be one of the choices`,
  },
  businessPartners: {
    missing: msg`Number of partners is required`,
    wrong: msg`Number of partners must be one of the choices`,
  },
  filingStatusChanged: {
    missing: msg`Answer about a change of your filing status is required`,
    wrong: msg`Answer about a change of your filing status must be one of the choices`,
  },
  filingStatus: {
    missing: msg`Filing status is required`,
    wrong: msg`Filing status must be one of the choices`,
  },
  dependentClaimed: {
    missing: msg`Answer about being claimed as a dependent is required`,
    wrong: msg`Answer about being claimed as a dependent must be one of the choices`,
  },
  spouseName: {
    missing: msg`Spouse first name is required`,
    tooLong: (max) => msg`Spouse first name must be at most ${{ max }} characters`,
  },
  spouseLastName: {
    missing: msg`Spouse last name is required`,
    tooLong: (max) => msg`Spouse last name must be at most ${{ max }} characters`,
  },
  spouseSSN: {
    missing: msg`Spouse SSN/ITIN is required`,
    wrong: msg`Spouse SSN/ITIN must have 9 digits`,
  },
  spouseDobMonth: {
    missing: msg`Spouse birth month is required`,
    wrong: msg`Spouse birth month must be one of the choices`,
  },
  spouseDobDay: {
    missing: msg`Spouse birth day is required`,
    wrong: msg`Spouse birth day must be one of the choices`,
  },
  spouseDobYear: {
    missing: msg`Spouse birth year is required`,
    wrong: (year) => msg`Spouse birth year must be from ${{ first: firstBirthYear }} to ${{ year }}`,
  },
  spouseEmail: {
    missing: msg`Spouse email is required`,
    wrong: msg`Spouse email must look like name@example.com`,
    tooLong: (max) => msg`Spouse email must be at most ${{ max }} characters`,
  },
  spouseOccupation: {
    missing: msg`Spouse occupation is required`,
    tooLong: (max) => msg`Spouse occupation must be at most ${{ max }} characters`,
  },
  primaryListed: {
    missing: msg`Answer about who was listed first is required`,
    wrong: msg`Answer about who was listed first must be one of the choices`,
  },
  obamacare: {
    missing: msg`Answer about Obamacare is required`,
    wrong: msg`Answer about Obamacare must be one of the choices`,
  },
  healthInsuranceTypes: {
    missing: msg`At least one health insurance type is required`,
    wrong: msg`Health insurance type must be one of the choices`,
  },
  cryptocurrency: {
    missing: msg`Answer about cryptocurrency is required`,
    wrong: msg`Answer about cryptocurrency must be one of the choices`,
  },
  newDependents: {
    missing: msg`Answer about new dependents is required`,
    wrong: msg`Answer about new dependents must be one of the choices`,
  },
  anyDependents: {
    missing: msg`Answer about dependents is required`,
    wrong: msg`Answer about dependents must be one of the choices`,
  },
  directDeposit: {
    missing: msg`Answer about direct deposit is required`,
    wrong: msg`Answer about direct deposit must be one of the choices`,
  },
  routingNumber: {
    missing: msg`Routing number is required`,
    wrong: msg`Routing number must have 9 digits`,
  },
  accountNumber: {
    missing: msg`Account number is required`,
    wrong: msg`Account number must have 4 to 17 digits`,
  },
  accountType: {
    missing: msg`Account type is required`,
    wrong: msg`Account type must be one of the choices`,
  },
  briefDescription: {
    tooLong: (max) => msg`Special instructions must be at most ${{ max }} characters`,
  },
  contactMethod: {
    missing: msg`Preferred contact method is required`,
    wrong: msg`Preferred contact method must be one of the choices`,
  },
  relationship: {
    missing: msg`Relationship is required`,
    wrong: msg`Relationship must be one of the choices`,
  },
  monthsLived: {
    missing: msg`Months lived with you is required`,
    wrong: msg`Months lived with you must be a number from 0 to 12`,
  },
  daycare: {
    missing: msg`Answer about daycare is required`,
    wrong: msg`Answer about daycare must be one of the choices`,
  },
  disabled: {
    missing: msg`Answer about disability is required`,
    wrong: msg`Answer about disability must be one of the choices`,
  },
};
