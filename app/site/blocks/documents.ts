export interface DocumentKind {
  id: string;
  name: string;
  explained: string;
}

/** The documents that a preparer needs. */
export const neededDocuments: readonly DocumentKind[] = [
  {
    id: 'photo-id',
    name: 'Photo ID',
    explained: 'A driver’s license, state ID or passport, for you and your spouse.',
  },
  {
    id: 'ssn-card',
    name: 'Social Security card or ITIN letter',
    explained: 'For everyone on the return, children too.',
  },
  {
    id: 'birth-certificates',
    name: 'Birth certificates',
    explained: 'For children you claim for the first time.',
  },
  { id: 'w2', name: 'W-2', explained: 'The wage form each employer mails in January.' },
  {
    id: '1099',
    name: '1099 forms',
    explained: 'Side jobs, interest, dividends, pensions, unemployment, Social Security.',
  },
  { id: '1095-a', name: '1095-A', explained: 'If your health insurance came from the Marketplace.' },
  { id: 'last-return', name: 'Last year’s return', explained: 'If someone else prepared it.' },
  {
    id: 'bank-details',
    name: 'Bank details',
    explained: 'Routing and account number, for direct deposit of your refund.',
  },
];
