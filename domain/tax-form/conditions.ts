import type { TaxFormAnswers } from './answers.ts';
import type { FilingStatus } from './choices.ts';
import { type FieldKey, fieldKeys, fieldOf } from './fields.ts';

type Condition = (answers: TaxFormAnswers) => boolean;

const isNew: Condition = ({ isNew }) => isNew === 'yes';
const isExisting: Condition = ({ isNew }) => isNew === 'no';
const givesAddress: Condition = (a) => isNew(a) || (isExisting(a) && a.addressDifferent === 'yes');
const hasBusiness: Condition = ({ businessTaxes }) => businessTaxes === 'yes';
const givesStatus: Condition = (a) => isNew(a) || (isExisting(a) && a.filingStatusChanged === 'yes');
const wantsDeposit: Condition = ({ directDeposit }) => directDeposit === 'yes';

const WITH_SPOUSE: readonly FilingStatus[] = [
  'Married Filing Jointly',
  'Married Filing Separately',
  'Qualifying Widow(er)',
];
const NOT_CLAIMED: readonly FilingStatus[] = [
  'Married Filing Jointly',
  'Head of Household',
  'Qualifying Widow(er)',
];

/** The filing status; none if its question is hidden. */
const hasStatusOf = (statuses: readonly FilingStatus[]): Condition => {
  return (a) => givesStatus(a) && statuses.some((status) => status === a.filingStatus);
};
const hasSpouse = hasStatusOf(WITH_SPOUSE);
const neverClaimed = hasStatusOf(NOT_CLAIMED);

const all = (keys: FieldKey[], when: Condition) => Object.fromEntries(keys.map((key) => [key, when]));

/** The conditions of questions that are not always asked. */
const askedWhen: Partial<Record<FieldKey, Condition>> = {
  addressDifferent: isExisting,
  ...all(['address', 'addressLine2', 'city', 'state', 'zipCode'], givesAddress),
  ...all(['dobMonth', 'dobDay', 'dobYear', 'referredBy'], isNew),
  ...all(['businessType', 'businessName', 'businessEin', 'businessState', 'businessPartners'], hasBusiness),
  filingStatus: givesStatus,
  dependentClaimed: (a) => !neverClaimed(a),
  ...all(
    fieldKeys.filter((key) => fieldOf(key).section === 'spouse'),
    hasSpouse,
  ),
  newDependents: isExisting,
  anyDependents: isNew,
  ...all(['routingNumber', 'accountNumber', 'accountType'], wantsDeposit),
};

export function isVisible(key: FieldKey, answers: TaxFormAnswers): boolean {
  return askedWhen[key]?.(answers) ?? true;
}

/** Visible questions must be answered, except for the optional texts. */
export function isRequired(key: FieldKey, answers: TaxFormAnswers): boolean {
  return fieldOf(key).optional !== true && isVisible(key, answers);
}

/** Whether dependents are asked for. Then at least one is required, with all questions answered. */
export function listsDependents(answers: TaxFormAnswers): boolean {
  return isNew(answers)
    ? answers.anyDependents === 'yes'
    : isExisting(answers) && answers.newDependents === 'yes';
}
