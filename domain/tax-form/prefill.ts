import { emptyAnswers, readAnswers, type TaxFormAnswers, type TextKey } from './answers.ts';
import type { FieldKey } from './fields.ts';

/** Questions about this year only, which are not copied. */
const ASKED_ANEW: readonly TextKey[] = [
  'addressDifferent',
  'filingStatusChanged',
  'newDependents',
  'anyDependents',
  'cryptocurrency',
  'referredBy',
  'briefDescription',
];

const MAY_HAVE_CHANGED: readonly FieldKey[] = [
  'address',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'email',
  'phone',
  'occupation',
  'businessTaxes',
  'businessPartners',
  'filingStatus',
  'dependentClaimed',
  'spouseEmail',
  'spouseOccupation',
  'primaryListed',
  'obamacare',
  'healthInsuranceTypes',
  'directDeposit',
  'routingNumber',
  'accountNumber',
  'accountType',
  'contactMethod',
];

export interface LastYear {
  form: unknown;
  wasSent: boolean;
}

/**
 * This year's form with last year's answers, and the paths of those that may have changed, for the client to check. Who
 * sent a form is no longer a new client.
 */
export function prefill({ form, wasSent }: LastYear) {
  const former = readAnswers(form);
  const answers: TaxFormAnswers = { ...former, ...(wasSent && { isNew: 'no' }) };
  for (const key of ASKED_ANEW) answers[key] = '';
  if (former.dobYear === '') answers.dobYear = emptyAnswers().dobYear;
  const dependents = former.dependents.flatMap((_, at) =>
    ['monthsLived', 'daycare', 'disabled'].map((key) => `dependents.${at}.${key}`),
  );
  const check = [...MAY_HAVE_CHANGED.filter((key) => answers[key].length > 0), ...dependents];
  return { answers, check };
}
