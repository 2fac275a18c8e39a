/** US phone numbers: ten digits. Input is formatted as 000-000-0000, output as (000) 000-0000. */
import { digitsOf, grouped, groupedAsTyped, type Typed } from '#domain/text/digit-groups.ts';

export const phoneGroups = [3, 3, 4] as const;
const phoneDigitCount = 10;

/** The digits without the country code, ten at most. */
export function phoneDigits(text: string): string {
  return nationalDigits(text).slice(0, phoneDigitCount);
}

function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  return hasCountryCode(text) ? digits.replace(/^1/, '') : digits;
}

/** No area code starts with 1, so a leading 1 of eleven digits is the country code. */
function hasCountryCode(text: string): boolean {
  return text.trimStart().startsWith('+1') || (digitsOf(text).length > phoneDigitCount && /^\D*1/.test(text));
}

/** Groups digits as 3-3-4; partial input is allowed. */
export function formatPhone(text: string): string {
  return grouped(phoneDigits(text), phoneGroups);
}

/** Formats input while it is being typed. */
export function typedPhone(typed: Typed): Typed {
  return groupedAsTyped(hasCountryCode(typed.text) ? withoutFirstDigit(typed) : typed, phoneGroups);
}

function withoutFirstDigit({ text, cursor }: Typed): Typed {
  const at = text.search(/[0-9]/);
  return { text: text.slice(0, at) + text.slice(at + 1), cursor: cursor > at ? cursor - 1 : cursor };
}

export function isWholePhone(text: string): boolean {
  return phoneDigits(text).length === phoneDigitCount;
}

/** A stored number for display, the same on every screen and in every mail: (203) 555-0142. Others stay as they are. */
export function showPhone(stored: string): string {
  const text = stored.trim();
  if (text === '') return 'Not provided';
  const digits = nationalDigits(text);
  if (digits.length !== phoneDigitCount) return text;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
