/**
 * Phone numbers of the United States: ten digits. A field shows 203-555-0142, or +1 203-555-0142 with the country
 * code; screens and mails show (203) 555-0142; an appointment stores +12035550142.
 */
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { digitsOf, grouped, groupedAsTyped, type Typed } from '#domain/text/digit-groups.ts';

export const phoneGroups = [3, 3, 4] as const;
const DIGIT_COUNT = 10;
const COUNTRY = '+1 ';
/** A 1 that is set apart from the digits after it is the country code. */
const LEADING_COUNTRY = /^\s*(?:\+1|1[\s.(-])/;
/** The same in a field that shows the country code: the cursor may have been before it. */
const SHOWN_COUNTRY = /^\s*\+?1[\s.(-]+|\+1/;

/** The digits of what was typed or pasted, without the country code, ten at most. */
export function phoneDigits(text: string): string {
  return nationalDigits(text).slice(0, DIGIT_COUNT);
}

function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  return LEADING_COUNTRY.test(text) || hasEleventhDigit(text) ? digits.replace(/^1/, '') : digits;
}

/** No area code begins with 1, so an eleventh digit shows that the first was the country code. */
function hasEleventhDigit(text: string): boolean {
  return digitsOf(text).length > DIGIT_COUNT && /^\D*1/.test(text);
}

/** "203-555-0142", as far as the digits go. */
export function formatPhone(text: string): string {
  return grouped(phoneDigits(text), phoneGroups);
}

/** "+1 203-555-0142", as far as the digits go; '' if there are none. */
export function formatPhoneWithCountry(text: string): string {
  const groups = formatPhone(text);
  return groups === '' ? '' : COUNTRY + groups;
}

/** What a field with the format of `formatPhone` shows after an edit. */
export function typedPhone(typed: Typed): Typed {
  // Not LEADING_COUNTRY: deleting the middle of "123-456" leaves "1-456", whose 1 is not the country code.
  const hasCountry = typed.text.trimStart().startsWith('+1') || hasEleventhDigit(typed.text);
  return groupedAsTyped(hasCountry ? withoutFirstDigit(typed) : typed, phoneGroups);
}

/** What a field with the format of `formatPhoneWithCountry` shows after an edit. */
export function typedPhoneWithCountry(typed: Typed): Typed {
  const shown = SHOWN_COUNTRY.exec(typed.text);
  const rest = shown ? without(typed, shown.index, shown[0].length) : typed;
  return groupedAsTyped(hasEleventhDigit(rest.text) ? withoutFirstDigit(rest) : rest, phoneGroups, COUNTRY);
}

function withoutFirstDigit(typed: Typed): Typed {
  return without(typed, typed.text.search(/[0-9]/), 1);
}

function without({ text, cursor }: Typed, at: number, length: number): Typed {
  return {
    text: text.slice(0, at) + text.slice(at + length),
    cursor: cursor <= at ? cursor : Math.max(at, cursor - length),
  };
}

export function isWholePhone(text: string): boolean {
  return phoneDigits(text).length === DIGIT_COUNT;
}

/** "+12035550142". */
export function internationalPhone(text: string): string {
  return `+1${phoneDigits(text)}`;
}

/** A stored number as every screen and mail shows it: "(203) 555-0142". Numbers of other countries stay as they are. */
export function showPhone(stored: string, t: Translate = english): string {
  const text = stored.trim();
  if (text === '') return t(msg`Not provided`);
  const digits = nationalDigits(text);
  if (digits.length !== DIGIT_COUNT) return text;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
