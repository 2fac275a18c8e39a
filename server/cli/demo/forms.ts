import type { SavedForm } from '#domain/tax-form/answers.ts';
import type { Person } from './story.ts';

/**
 * Answers that nobody has: numbers that begin with 9 and go on with 00 to 49 are given neither as SSN nor as ITIN,
 * employers' numbers never begin with 00, and no bank has a routing number that begins with 40.
 */
const ROUTING = '400000121';

const contact = ({ firstName, lastName, email, phone }: Person): SavedForm => ({
  firstName,
  lastName,
  email,
  phone,
});

const unmarried: SavedForm = { filingStatus: 'Single', dependentClaimed: 'no' };
const quiet: SavedForm = {
  businessTaxes: 'no',
  obamacare: 'no',
  healthInsuranceTypes: ['Through Work'],
  cryptocurrency: 'no',
  contactMethod: 'text',
};

export const deposit = (accountNumber: string): SavedForm => ({
  directDeposit: 'yes',
  routingNumber: ROUTING,
  accountNumber,
  accountType: 'checking',
});

/** Of somebody who is here for the first time; what isn't said is the usual. */
export function newForm(person: Person, answers: SavedForm): SavedForm {
  return {
    ...contact(person),
    ...quiet,
    isNew: 'yes',
    city: 'New Haven',
    state: 'CT',
    zipCode: '06510',
    referredBy: 'A neighbor',
    ...unmarried,
    filingStatusChanged: 'no',
    anyDependents: 'no',
    directDeposit: 'no',
    ...answers,
  };
}

/** Of somebody who was here last year, and for whom little has changed. */
export function returningForm(person: Person, answers: SavedForm): SavedForm {
  return {
    ...contact(person),
    ...quiet,
    isNew: 'no',
    addressDifferent: 'no',
    filingStatusChanged: 'no',
    dependentClaimed: 'no',
    newDependents: 'no',
    directDeposit: 'no',
    ...answers,
  };
}
