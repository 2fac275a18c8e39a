/** Phone numbers of the United States: ten digits, shown as 000-000-0000. */

export const phoneDigitCount = 10;

/** The digits of what was typed or pasted, without the country's code, ten at most. */
export function phoneDigits(text: string): string {
  return nationalDigits(text).slice(0, phoneDigitCount);
}

function nationalDigits(text: string): string {
  const digits = text.replace(/[^0-9]/g, '');
  // No area code begins with 1, so an eleventh digit tells that the first was the country's.
  const withCountry = text.trimStart().startsWith('+1') || digits.length > phoneDigitCount;
  return withCountry ? digits.replace(/^1/, '') : digits;
}

/** Digits in groups of 3-3-4, as far as they go: what a field shows while somebody types. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
}

export function isWholePhone(text: string): boolean {
  return phoneDigits(text).length === phoneDigitCount;
}

/** A stored number for reading: grouped when it is whole, as it stands otherwise. */
export function showPhone(stored: string): string {
  const text = stored.trim();
  if (text === '') return 'Not provided';
  return nationalDigits(text).length === phoneDigitCount ? formatPhone(text) : text;
}

/** Where the caret belongs after formatting: behind as many digits as it was before. */
export function phoneCaret(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let i = 0; i < formatted.length; i++) {
    if (seen === digitsBefore) return i;
    if (formatted[i] !== '-') seen += 1;
  }
  return formatted.length;
}
