import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

export interface DocumentKind {
  id: string;
  name: Wording;
  explained: MessageDescriptor;
}

/** The documents that a preparer needs. */
export const neededDocuments: readonly DocumentKind[] = [
  {
    id: 'photo-id',
    name: msg`Photo ID`,
    explained: msg`A driver’s license, state ID, or passport, for you and your spouse.`,
  },
  {
    id: 'ssn-card',
    name: msg`Social Security card or ITIN letter`,
    explained: msg`For everyone on the return, including children.`,
  },
  {
    id: 'birth-certificates',
    name: msg`Birth certificates`,
    explained: msg`For children you’re claiming for the first time.`,
  },
  { id: 'w2', name: 'W-2', explained: msg`The wage form each employer sends in January.` },
  {
    id: '1099',
    name: msg`1099 forms`,
    explained: msg`For side jobs, interest, dividends, pensions, unemployment, and Social Security.`,
  },
  { id: '1095-a', name: '1095-A', explained: msg`If your health insurance came from the Marketplace.` },
  { id: 'last-return', name: msg`Last year’s return`, explained: msg`If someone else prepared it.` },
  {
    id: 'bank-details',
    name: msg`Bank details`,
    explained: msg`Your routing and account numbers, for direct deposit of your refund.`,
  },
];
