/** The telephone number of a booking: shown as "+1 203-555-0142", stored as "+12035550142". */

const wholeCount = 10;
const country = '+1 ';
/** A 1 that stands apart from what follows is the country's; so is one behind a plus, wherever it has got to. */
const countryCode = /^\s*\+?1[\s.(-]+|\+1/;

/** What was typed or pasted, as the ten digits at most of a number of the United States. */
export function usPhoneDigits(text: string): string {
  const digits = text.replace(countryCode, '').replace(/[^0-9]/g, '');
  // No area code begins with 1, so an eleventh digit tells that the first was the country's.
  return (digits.length > wholeCount ? digits.replace(/^1/, '') : digits).slice(0, wholeCount);
}

/** The digits as far as they go; nothing for nothing. */
export function formatUsPhone(text: string): string {
  const digits = usPhoneDigits(text);
  const groups = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean);
  return groups.length === 0 ? '' : country + groups.join('-');
}

export function isWholeUsPhone(text: string): boolean {
  return usPhoneDigits(text).length === wholeCount;
}

export function storedUsPhone(text: string): string {
  return `+1${usPhoneDigits(text)}`;
}

/** Puts a number into its form while somebody types; the cursor stays behind the digit that it was behind. */
export function typedUsPhone({ text, cursor }: { text: string; cursor: number }): {
  text: string;
  cursor: number;
} {
  const formatted = formatUsPhone(text);
  if (formatted === '') return { text: '', cursor: 0 };
  const before = usPhoneDigits(text.slice(0, cursor)).length;
  let at = country.length;
  for (let seen = 0; seen < before && at < formatted.length; at++) {
    if (formatted[at] !== '-') seen += 1;
  }
  return { text: formatted, cursor: at };
}
