/** Whole SSNs and EINs don't stay: right after a file is read, only their last four digits are left. */

const HIDDEN = '*****';
/** An SSN or ITIN as it is written, and an EIN, anywhere in a text. */
const WRITTEN = /(^|\D)(?:\d{3}[-. ]\d{2}[-. ]|\d{2}-\d{3})(\d{4})(?!\d)/g;
/** Nine digits and nothing else to read. */
const BARE = /^[^\p{L}\d]*\d{5}(\d{4})[^\p{L}\d]*$/u;

/** The cell with its tax numbers shortened. Nine digits in a column of ZIP codes are a ZIP code. */
export function shortenTaxIds(cell: string, column: 'tax id' | 'zip' | 'other'): string {
  if (column === 'tax id') {
    const last4 = last4Of(cell);
    return last4 === null ? '' : HIDDEN + last4;
  }
  const shortened = cell.replace(WRITTEN, `$1${HIDDEN}$2`);
  return column === 'zip' ? shortened : shortened.replace(BARE, `${HIDDEN}$1`);
}

/**
 * The last four digits of a number that was shown whole, masked, or as its end; null if there is none. A spreadsheet
 * takes the zeros off a short number: 0042 is 42. More than nine digits are no such number.
 */
export function last4Of(cell: string): string | null {
  const digits = cell.replace(/\D/g, '');
  return /^0*$/.test(digits) || digits.length > 9 ? null : digits.slice(-4).padStart(4, '0');
}
