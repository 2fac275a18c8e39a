/**
 * Phone numbers of the United States: ten digits. A field shows 203-555-0142, or +1 203-555-0142 with the country
 * code; screens and mails show (203) 555-0142; an appointment stores +12035550142. The database has the same rule:
 * `nutmeg.us_phone`.
 */
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { digitsOf, grouped, groupedAsTyped, type Typed } from '#domain/text/digit-groups.ts';

export const phoneGroups = [3, 3, 4] as const;
const DIGIT_COUNT = 10;
const MAX_LENGTH = 200;
const COUNTRY = '+1 ';
/** A 1 that is set apart from the digits after it is the country code. */
const LEADING_COUNTRY = /^\s*(?:\+1|1[\s.(-])/;
/** The same in a field that shows the country code: the cursor may have been before it. */
const SHOWN_COUNTRY = /^\s*\+?1[\s.(-]+|\+1/;
/** What no number of ours has, such as digits of another script. Separators of all kinds are fine. */
const FOREIGN_CHARACTER = /[^\t-\r -~\u00a0\u00ad\u2000-\u206f\u2212\u3000\ufeff]/;
/** The code of another country. */
const OTHER_COUNTRY = /^[^0-9]*\+[^0-9]*[02-9]/;
/** How the rest of the world dials out, and back to a US number. */
const DIALED_ABROAD = /^00/;
const DIALED_FROM_ABROAD = /^001(?=\d{10}$)/;

/**
 * What was typed or pasted, as the digits of a US number without the country code: ten, or fewer while somebody types.
 * Undefined if it is no such number: that of another country, or one with more digits. Such a text is kept and shown
 * as it is, because ten of its digits are somebody else's number.
 */
export function phoneDigits(text: string): string | undefined {
  const digits = digitsOf(text);
  if (OTHER_COUNTRY.test(text) || FOREIGN_CHARACTER.test(text) || text.length > MAX_LENGTH) return undefined;
  const national =
    LEADING_COUNTRY.test(text) || hasEleventhDigit(digits)
      ? digits.replace(/^1/, '')
      : digits.replace(DIALED_FROM_ABROAD, '');
  return DIALED_ABROAD.test(national) || national.length > DIGIT_COUNT ? undefined : national;
}

/** No area code begins with 1, so an eleventh digit shows that the first was the country code. */
function hasEleventhDigit(digits: string): boolean {
  return digits.length === DIGIT_COUNT + 1 && digits.startsWith('1');
}

export type PhoneProblem = 'missing' | 'unfinished' | 'not_us';

/** Why it is no US number; undefined if it is one. */
export function phoneProblem(text: string): PhoneProblem | undefined {
  const digits = phoneDigits(text);
  if (digits === undefined) return 'not_us';
  if (digits === '') return 'missing';
  return digits.length < DIGIT_COUNT ? 'unfinished' : undefined;
}

export function isWholePhone(text: string): boolean {
  return phoneProblem(text) === undefined;
}

/** "203-555-0142", as far as the digits go. What is no US number stays as it is. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  return digits === undefined ? text.trim() : grouped(digits, phoneGroups);
}

/** "+1 203-555-0142", as far as the digits go; '' if there are none. What is no US number stays as it is. */
export function formatPhoneWithCountry(text: string): string {
  const groups = formatPhone(text);
  return groups === '' || phoneDigits(text) === undefined ? groups : COUNTRY + groups;
}

/** What a field with the format of `formatPhone` shows after an edit. */
export function typedPhone(typed: Typed): Typed {
  // Not LEADING_COUNTRY: deleting the middle of "123-456" leaves "1-456", whose 1 is not the country code.
  const code = /^\s*\+1/.exec(typed.text)?.[0] ?? '';
  return typedNational(typed, without(typed, 0, code.length), '');
}

/** What a field with the format of `formatPhoneWithCountry` shows after an edit. */
export function typedPhoneWithCountry(typed: Typed): Typed {
  const shown = isShownWithoutOne(typed.text) ? /\+ / : SHOWN_COUNTRY;
  const found = shown.exec(typed.text);
  const rest = found ? without(typed, found.index, found[0].length) : typed;
  return typedNational(typed, rest, COUNTRY);
}

/** The 1 of the country code that the field shows was deleted. It comes back. */
function isShownWithoutOne(text: string): boolean {
  return text === `+ ${grouped(digitsOf(text), phoneGroups)}`;
}

/** @param rest the edit without the country code of the United States */
function typedNational(typed: Typed, rest: Typed, prefix: string): Typed {
  const digits = digitsOf(rest.text);
  const codeLength = DIALED_FROM_ABROAD.test(digits) ? 3 : hasEleventhDigit(digits) ? 1 : 0;
  const isForeign = OTHER_COUNTRY.test(rest.text) || FOREIGN_CHARACTER.test(rest.text);
  if (isForeign || (codeLength === 0 && DIALED_ABROAD.test(digits))) return rest;
  if (/^\s*\+\s*$/.test(typed.text)) return typed;
  const shown = groupedAsTyped(withoutFirstDigits(rest, codeLength), phoneGroups, prefix);
  return shown.doesNotFit ? { ...typed, doesNotFit: true } : shown;
}

function withoutFirstDigits(typed: Typed, count: number): Typed {
  if (count === 0) return typed;
  return withoutFirstDigits(without(typed, typed.text.search(/[0-9]/), 1), count - 1);
}

function without({ text, cursor }: Typed, at: number, length: number): Typed {
  return {
    text: text.slice(0, at) + text.slice(at + length),
    cursor: cursor <= at ? cursor : Math.max(at, cursor - length),
  };
}

/** "+12035550142". What is no US number stays as it is. */
export function internationalPhone(text: string): string {
  return isWholePhone(text) ? `+1${phoneDigits(text)}` : text.trim();
}

/** A stored number as every screen and mail shows it: "(203) 555-0142". Numbers of other countries stay as they are. */
export function showPhone(stored: string, t: Translate = english): string {
  const text = stored.trim();
  if (text === '') return t(msg`Not provided`);
  const digits = phoneDigits(text);
  if (digits?.length !== DIGIT_COUNT) return text;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
