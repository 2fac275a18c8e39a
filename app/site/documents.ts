export interface DocumentKind {
  name: string;
  explained: string;
}

/** What a preparer needs to see. */
export const neededDocuments: readonly DocumentKind[] = [
  { name: 'Photo ID', explained: 'A driver’s license, state ID or passport, for you and your spouse.' },
  { name: 'Social Security card or ITIN letter', explained: 'For everyone on the return, children too.' },
  { name: 'Birth certificates', explained: 'For children you claim for the first time.' },
  { name: 'W-2', explained: 'The wage form each employer mails in January.' },
  {
    name: '1099 forms',
    explained: 'Side jobs, interest, dividends, pensions, unemployment, Social Security.',
  },
  { name: '1095-A', explained: 'If your health insurance came from the Marketplace.' },
  { name: 'Last year’s return', explained: 'If someone else prepared it.' },
  { name: 'Bank details', explained: 'Routing and account number, for direct deposit of your refund.' },
];
