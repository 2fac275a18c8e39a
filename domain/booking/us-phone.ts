/** The phone number of a booking: typed as "+1 203-555-0142", stored as "+12035550142". */

import { phoneGroups } from '#domain/contact/phone.ts';
import { digitsOf, grouped, groupedAsTyped, type Typed } from '#domain/text/digit-groups.ts';

const wholeCount = 10;
const country = '+1 ';
/** A 1 that stands apart from what follows is the country's; so is one behind a plus, wherever it has got to. */
const countryCode = /^\s*\+?1[\s.(-]+|\+1/;

/** What was typed or pasted, as the ten digits at most of a number of the United States. */
export function usPhoneDigits(text: string): string {
  return digitsOf(national({ text, cursor: text.length }).text).slice(0, wholeCount);
}

function national({ text, cursor }: Typed): Typed {
  const code = countryCode.exec(text);
  const rest = code ? without({ text, cursor }, code.index, code[0].length) : { text, cursor };
  const first = rest.text.search(/[0-9]/);
  // No area code begins with 1, so an eleventh digit tells that the first was the country's.
  const isCountry = digitsOf(rest.text).length > wholeCount && rest.text[first] === '1';
  return isCountry ? without(rest, first, 1) : rest;
}

function without({ text, cursor }: Typed, at: number, length: number): Typed {
  return {
    text: text.slice(0, at) + text.slice(at + length),
    cursor: cursor <= at ? cursor : Math.max(at, cursor - length),
  };
}

/** The digits as far as they go; nothing for nothing. */
export function formatUsPhone(text: string): string {
  const groups = grouped(usPhoneDigits(text), phoneGroups);
  return groups === '' ? '' : country + groups;
}

/** The same while it is being typed. */
export function typedUsPhone(typed: Typed): Typed {
  return groupedAsTyped(national(typed), phoneGroups, country);
}

export function isWholeUsPhone(text: string): boolean {
  return usPhoneDigits(text).length === wholeCount;
}

export function storedUsPhone(text: string): string {
  return `+1${usPhoneDigits(text)}`;
}
