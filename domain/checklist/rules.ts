import type { Dependent, TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { isVisible } from '#domain/tax-form/conditions.ts';

export type Whose = 'you' | 'spouse' | 'dependent' | 'business';

/** One kind of document: who it is about, and when it is needed. */
export interface Rule {
  /** The first part of the item's id. Must not change. */
  id: string;
  whose: Whose;
  title: string;
  why: string;
  /** Needed only if the client has one; others answer that they don't. */
  ifAny?: true;
  when: (answers: TaxFormAnswers, dependent?: Dependent) => boolean;
}

const isNew = ({ isNew }: TaxFormAnswers) => isNew === 'yes';
const hasSpouse = (answers: TaxFormAnswers) => isVisible('spouseName', answers);
const filesJointly = (answers: TaxFormAnswers) =>
  hasSpouse(answers) && answers.filingStatus === 'Married Filing Jointly';
const hasBusiness = ({ businessTaxes }: TaxFormAnswers) => businessTaxes === 'yes';
const insuredBy = (answers: TaxFormAnswers, ...types: string[]) =>
  answers.healthInsuranceTypes.some((type) => types.includes(type));
const always = () => true;

const MARKETPLACE = ['Marketplace HealthCare.gov (1095-A Form)', 'Obamacare (1095-A Form)'];

/** In the order of the list: identity, income, payments, dependents, the rest. */
export const rules: readonly Rule[] = [
  {
    id: 'photo-id',
    whose: 'you',
    title: 'Photo ID',
    why: 'The IRS has us check who signs a return: your driver’s license, state ID or passport.',
    when: always,
  },
  {
    id: 'photo-id',
    whose: 'spouse',
    title: 'Photo ID of your spouse',
    why: 'Your spouse signs the joint return too.',
    when: filesJointly,
  },
  {
    id: 'ssn-card',
    whose: 'you',
    title: 'Your Social Security card or ITIN letter',
    why: 'Name and number on the return must match it to the letter.',
    when: isNew,
  },
  {
    id: 'ssn-card',
    whose: 'spouse',
    title: 'Social Security card or ITIN letter of your spouse',
    why: 'Name and number on the return must match it to the letter.',
    when: hasSpouse,
  },
  {
    id: 'proof-of-address',
    whose: 'you',
    title: 'Proof of your new address',
    why: 'The IRS writes to this address: a utility bill or lease shows it.',
    when: (answers) => isVisible('addressDifferent', answers) && answers.addressDifferent === 'yes',
  },
  {
    id: 'status-proof',
    whose: 'you',
    title: 'Marriage certificate, divorce decree or death certificate',
    why: 'It shows why your filing status has changed this year.',
    when: (answers) => !isNew(answers) && answers.filingStatusChanged === 'yes',
  },
  {
    id: 'prior-return',
    whose: 'you',
    title: 'Last year’s tax return',
    why: 'It tells us what carries over to this year, and the IRS asks for a number from it.',
    when: isNew,
  },
  {
    id: 'w-2',
    whose: 'you',
    title: 'Your W-2 forms',
    why: 'Each employer sends you one in January: it has your wages and the tax already paid.',
    ifAny: true,
    when: always,
  },
  {
    id: 'w-2',
    whose: 'spouse',
    title: 'W-2 forms of your spouse',
    why: 'A joint return has the wages of both of you.',
    ifAny: true,
    when: filesJointly,
  },
  {
    id: '1099',
    whose: 'you',
    title: 'Your 1099 forms',
    why: 'For money that is not wages: side work, interest, pension, unemployment, Social Security.',
    ifAny: true,
    when: always,
  },
  {
    id: '1099',
    whose: 'spouse',
    title: '1099 forms of your spouse',
    why: 'A joint return has the income of both of you.',
    ifAny: true,
    when: filesJointly,
  },
  {
    id: 'crypto',
    whose: 'you',
    title: 'Cryptocurrency statements',
    why: 'You answered that you bought, sold or earned some: the yearly statement of each exchange has the amounts.',
    when: ({ cryptocurrency }) => cryptocurrency === 'yes',
  },
  {
    id: '1095-a',
    whose: 'you',
    title: 'Form 1095-A',
    why: 'The Marketplace sends it: without it the IRS holds the refund back.',
    when: (answers) => answers.obamacare === 'yes' || insuredBy(answers, ...MARKETPLACE),
  },
  {
    id: 'mass-health',
    whose: 'you',
    title: 'Form 1099-HC or MassHealth letter',
    why: 'Massachusetts asks for proof that you were insured.',
    when: (answers) => insuredBy(answers, 'Mass Health'),
  },
  {
    id: 'health-insurance',
    whose: 'you',
    title: 'Proof of health insurance',
    why: 'Form 1095-B or 1095-C, or your insurance card.',
    when: (answers) => insuredBy(answers, 'Through Work', 'Husky', 'Other'),
  },
  {
    id: 'ssn-card',
    whose: 'dependent',
    title: 'Social Security card or ITIN letter',
    why: 'Name and number on the return must match it to the letter.',
    when: always,
  },
  {
    id: 'birth-certificate',
    whose: 'dependent',
    title: 'Birth certificate',
    why: 'It shows age and relationship, on which the credits depend.',
    when: always,
  },
  {
    id: 'daycare',
    whose: 'dependent',
    title: 'Daycare receipts',
    why: 'What you paid may lower your tax: the receipt needs the provider’s name, address and tax number.',
    when: (_, dependent) => dependent?.daycare === 'yes',
  },
  {
    id: 'disability',
    whose: 'dependent',
    title: 'Doctor’s letter about the disability',
    why: 'Some credits have no age limit for a person who is disabled.',
    when: (_, dependent) => dependent?.disabled === 'yes',
  },
  {
    id: 'bank-proof',
    whose: 'you',
    title: 'Voided check or bank letter',
    why: 'So that your refund goes to the right account.',
    when: ({ directDeposit }) => directDeposit === 'yes',
  },
  {
    id: 'business-books',
    whose: 'business',
    title: 'Income and expenses of the business',
    why: 'A profit and loss statement, your books, or bank statements with receipts.',
    when: hasBusiness,
  },
  {
    id: 'ein-letter',
    whose: 'business',
    title: 'EIN letter of the business',
    why: 'The IRS sent it with the number: name and number must match.',
    when: hasBusiness,
  },
  {
    id: 'business-prior-return',
    whose: 'business',
    title: 'Last year’s return of the business',
    why: 'It has what carries over: depreciation, losses, the partners’ shares.',
    ifAny: true,
    when: (answers) => hasBusiness(answers) && isNew(answers),
  },
];
