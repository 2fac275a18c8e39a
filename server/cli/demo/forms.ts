import type { SavedForm } from '#domain/tax-form/answers.ts';
import type { Person } from './story.ts';

/**
 * Numbers that are never issued: 9 followed by 00 to 49 as SSN or ITIN, 00 as employer number, 40 as routing number.
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

/** The form of a new client, with defaults. */
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

/** The form of a returning client, with defaults. */
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
