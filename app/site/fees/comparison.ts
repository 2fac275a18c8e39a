/** What each tier includes, line by line, in the order of the tiers in business.json. */
export interface ComparisonLine {
  label: string;
  /** For each tier: included or not. */
  included: readonly [personal: boolean, sideJobs: boolean, business: boolean];
}

export const comparison: readonly ComparisonLine[] = [
  { label: 'Federal and state e-filing', included: [true, true, true] },
  { label: 'A call or text with your preparer', included: [true, true, true] },
  { label: 'Copies in your account', included: [true, true, true] },
  { label: 'W-2 wages, interest, retirement', included: [true, true, false] },
  { label: 'Children, school and daycare', included: [true, true, false] },
  { label: 'Self-employed work and 1099-NEC', included: [false, true, true] },
  { label: 'Stocks, crypto, rental income', included: [false, true, true] },
  { label: 'LLC, S-Corp, C-Corp and partnership returns', included: [false, false, true] },
  { label: 'K-1 forms for every owner', included: [false, false, true] },
];
