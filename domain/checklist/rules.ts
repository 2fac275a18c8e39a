import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Dependent, TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { isVisible } from '#domain/tax-form/conditions.ts';

export type Whose = 'you' | 'spouse' | 'dependent' | 'business';

interface AnyRule {
  /** The first part of the item's id. Must not change. */
  id: string;
  why: MessageDescriptor;
  /** Needed only if the client has one; others answer that they don't. */
  ifAny?: true;
  when: (answers: TaxFormAnswers, dependent?: Dependent) => boolean;
}

/** For each dependent, whose name is in the title. */
interface DependentRule extends AnyRule {
  whose: 'dependent';
  title: (name: string) => MessageDescriptor;
}

export interface OwnRule extends AnyRule {
  whose: Exclude<Whose, 'dependent'>;
  title: MessageDescriptor;
}

/** One kind of document: who it is about, and when it is needed. */
type Rule = OwnRule | DependentRule;

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
    title: msg`Photo ID`,
    why: msg`The IRS asks us to check who signs a return. Use your driver’s license, state ID, or passport.`,
    when: always,
  },
  {
    id: 'photo-id',
    whose: 'spouse',
    title: msg`Your spouse’s photo ID`,
    why: msg`Your spouse signs a joint return too.`,
    when: filesJointly,
  },
  {
    id: 'ssn-card',
    whose: 'you',
    title: msg`Your Social Security card or ITIN letter`,
    why: msg`The name and number on your return must match it exactly.`,
    when: isNew,
  },
  {
    id: 'ssn-card',
    whose: 'spouse',
    title: msg`Your spouse’s Social Security card or ITIN letter`,
    why: msg`The name and number on your return must match it exactly.`,
    when: hasSpouse,
  },
  {
    id: 'proof-of-address',
    whose: 'you',
    title: msg`Proof of your new address`,
    why: msg`The IRS sends its mail there. A utility bill or lease works.`,
    when: (answers) => isVisible('addressDifferent', answers) && answers.addressDifferent === 'yes',
  },
  {
    id: 'status-proof',
    whose: 'you',
    title: msg`Marriage certificate, divorce decree, or death certificate`,
    why: msg`It shows why your filing status changed this year.`,
    when: (answers) => !isNew(answers) && answers.filingStatusChanged === 'yes',
  },
  {
    id: 'prior-return',
    whose: 'you',
    title: msg`Last year’s tax return`,
    why: msg`It tells us what carries over to this year. The IRS also asks for a number from it.`,
    when: isNew,
  },
  {
    id: 'w-2',
    whose: 'you',
    title: msg`Your W-2 forms`,
    why: msg`Each employer sends you one in January. It shows your wages and the tax you’ve already paid.`,
    ifAny: true,
    when: always,
  },
  {
    id: 'w-2',
    whose: 'spouse',
    title: msg`Your spouse’s W-2 forms`,
    why: msg`A joint return includes wages for both of you.`,
    ifAny: true,
    when: filesJointly,
  },
  {
    id: '1099',
    whose: 'you',
    title: msg`Your 1099 forms`,
    why: msg`For income other than wages, like side work, interest, a pension, unemployment, or Social Security.`,
    ifAny: true,
    when: always,
  },
  {
    id: '1099',
    whose: 'spouse',
    title: msg`Your spouse’s 1099 forms`,
    why: msg`A joint return includes income for both of you.`,
    ifAny: true,
    when: filesJointly,
  },
  {
    id: 'crypto',
    whose: 'you',
    title: msg`Cryptocurrency statements`,
    why: msg`You told us you bought, sold, or earned some. The yearly statement from each exchange has the amounts.`,
    when: ({ cryptocurrency }) => cryptocurrency === 'yes',
  },
  {
    id: '1095-a',
    whose: 'you',
    title: msg`Form 1095-A`,
    why: msg`The Marketplace sends it to you. Without it, the IRS will hold your refund.`,
    when: (answers) => answers.obamacare === 'yes' || insuredBy(answers, ...MARKETPLACE),
  },
  {
    id: 'mass-health',
    whose: 'you',
    title: msg`Form 1099-HC or MassHealth letter`,
    why: msg`Massachusetts asks for proof that you had health insurance.`,
    when: (answers) => insuredBy(answers, 'Mass Health'),
  },
  {
    id: 'health-insurance',
    whose: 'you',
    title: msg`Proof of health insurance`,
    why: msg`Form 1095-B, Form 1095-C, or your insurance card.`,
    when: (answers) => insuredBy(answers, 'Through Work', 'Husky', 'Other'),
  },
  {
    id: 'ssn-card',
    whose: 'dependent',
    title: (name) => msg`Social Security card or ITIN letter: ${{ name }}`,
    why: msg`The name and number on your return must match it exactly.`,
    when: always,
  },
  {
    id: 'birth-certificate',
    whose: 'dependent',
    title: (name) => msg`Birth certificate: ${{ name }}`,
    why: msg`It shows the child’s age and how you’re related. Some tax credits depend on that.`,
    when: always,
  },
  {
    id: 'daycare',
    whose: 'dependent',
    title: (name) => msg`Daycare receipts: ${{ name }}`,
    why: msg`Daycare costs may lower your tax. The receipt needs the provider’s name, address, and tax ID number.`,
    when: (_, dependent) => dependent?.daycare === 'yes',
  },
  {
    id: 'disability',
    whose: 'dependent',
    title: (name) => msg`Doctor’s letter about a disability: ${{ name }}`,
    why: msg`Some tax credits have no age limit for a person with a disability.`,
    when: (_, dependent) => dependent?.disabled === 'yes',
  },
  {
    id: 'bank-proof',
    whose: 'you',
    title: msg`Voided check or bank letter`,
    why: msg`It makes sure your refund goes to the right account.`,
    when: ({ directDeposit }) => directDeposit === 'yes',
  },
  {
    id: 'business-books',
    whose: 'business',
    title: msg`Business income and expenses`,
    why: msg`Your profit and loss statement, your books, or bank statements with receipts.`,
    when: hasBusiness,
  },
  {
    id: 'ein-letter',
    whose: 'business',
    title: msg`Your business’s EIN letter`,
    why: msg`The IRS sent this letter with your EIN. The name and number on the return must match it.`,
    when: hasBusiness,
  },
  {
    id: 'business-prior-return',
    whose: 'business',
    title: msg`Last year’s business return`,
    why: msg`It shows what carries over, like depreciation, losses, and each partner’s share.`,
    ifAny: true,
    when: (answers) => hasBusiness(answers) && isNew(answers),
  },
];

/** How a letter names what is needed only if the client has one. */
export const onlyIfAny = (document: string): MessageDescriptor => msg`${{ document }} (only if you have one)`;

/** A title known in English only, as letters have it, in the reader's words; the text itself if it isn't listed. */
export function titleInWords(text: string, english: Translate, t: Translate): string {
  const ending = english(onlyIfAny(''));
  if (text.endsWith(ending)) return t(onlyIfAny(titleInWords(text.slice(0, -ending.length), english, t)));
  for (const { whose, title } of rules) {
    if (whose !== 'dependent') {
      if (english(title) === text) return t(title);
      continue;
    }
    const start = english(title(''));
    if (text.startsWith(start)) return t(title(text.slice(start.length)));
  }
  return text;
}
