import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The schema's messages, which complete a sentence in English (domain/business/). The server sends the same ones. */
const rules: readonly MessageDescriptor[] = [
  msg`must not be empty`,
  msg`must be an address that begins with https://`,
  msg`must be an email address, such as name@example.com`,
  msg`must be a whole number of dollars, such as 85`,
  msg`must be a whole number, 1 or more`,
  msg`must be a whole number`,
  msg`must not be less than 0`,
  msg`must be a number from 1 to 5, such as 4.8`,
  msg`must be a number above 0, 100 at most`,
  msg`must be a time of day`,
  msg`must be a time of day such as 08:00`,
  msg`must be after the opening time`,
  msg`must be a date`,
  msg`must be a year and a month, such as 2025-01`,
  msg`must be a phone number with its area code`,
  msg`must be a time zone name such as America/New_York`,
  msg`must be two letters, such as CT`,
  msg`must have five digits, such as 06510`,
  msg`must be one of the choices`,
  msg`must be yes or no`,
  msg`must be a list`,
  msg`must have at least one entry`,
  msg`must have at least one day`,
  msg`must have four entries`,
  msg`must be days of the week`,
  msg`must not have a day twice`,
  msg`must not have a number twice`,
  msg`must not have a holiday twice`,
  msg`must not have two entries with the same id`,
  msg`must keep the four ids of the quote`,
  msg`must not be less than the number before it`,
  msg`must not be less than the years in the terms`,
  msg`must not reach beyond the days that can be booked`,
  msg`must be 1 to 5 stars`,
  msg`must be 5 to 480 minutes`,
  msg`must be at least 1 GB`,
  msg`must not be more than 9,000,000 GB`,
  msg`must be an uploaded picture`,
  msg`must have one place that is the office`,
  msg`must not have points outside the map`,
  msg`has characters that can’t be shown`,
  msg`is not one of our texts`,
  msg`has a brace without its partner: keep the values in braces as they were`,
];

// The build compiles a message to a list of its parts: here, of one text.
const byText = new Map(rules.map((rule) => [String(rule.message), rule]));

/** Those with a number, or a part of a text. */
const bounds: readonly [RegExp, (most: string) => MessageDescriptor][] = [
  [
    /^must not be longer than ([\d,]+) characters$/,
    (most) => msg`must not be longer than ${{ most }} characters`,
  ],
  [
    /^must not have more than ([\d,]+) characters together$/,
    (most) => msg`must not have more than ${{ most }} characters together`,
  ],
  [/^has (.+), which our text doesn’t have$/, (part) => msg`has ${{ part }}, which our text doesn’t have`],
  [
    /^has (.+), which can’t be sent in a text message$/,
    (part) => msg`has ${{ part }}, which can’t be sent in a text message`,
  ],
  [/^has (.+) in the wrong place$/, (part) => msg`has ${{ part }} in the wrong place`],
  [/^must not have more than ([\d,]+) texts$/, (most) => msg`must not have more than ${{ most }} texts`],
  [/^needs (.+)$/, (part) => msg`needs ${{ part }}`],
  [/^must not have more than ([\d,]+) entries$/, (most) => msg`must not have more than ${{ most }} entries`],
  [/^must not be more than ([\d,]+)$/, (most) => msg`must not be more than ${{ most }}`],
];

/** A message in the reader's language. One that is not known stays as it is. */
export function problemWords(message: string, t: Translate): string {
  const rule = byText.get(message);
  if (rule) return t(rule);
  for (const [pattern, words] of bounds) {
    const most = pattern.exec(message)?.[1];
    if (most !== undefined) return t(words(most));
  }
  return message;
}
