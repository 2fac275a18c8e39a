import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { hasLegalForm, inPrint, isBusinessName, isSuffix } from './names.ts';

/** A period ends an abbreviation or an initial: "Ma. Teresa", "J.R.". In anything else, it may be part of a link. */
const WORD = "(?:(?:\\p{L}\\p{M}*\\.)+\\p{L}?|[\\p{L}\\p{M}'’·\\p{Pd}]+\\.?|&)";
const NAME = new RegExp(`^(?=[\\p{L}\\p{M}])(?=.{1,40}$)${WORD}(?: ${WORD})*$`, 'u');
const TITLE = /^(?:dr|dra|mr|mrs|ms|miss|prof|sr|sra|srta|rev)\.?$/i;
/** No name without the word after it. */
const SHORTENED = /^(?:\p{L}\p{M}*\.?|\p{L}{2,4}\.)$/u;
const DECORATION =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0e|\ufe0f|\u200d|\u20e3/gu;
const NICKNAME = /\s*(?:\([^()]*\)|"[^"]*"|“[^“”]*”)/g;

/** The name if it looks like one. Forms send mail to any address, so names must not carry advertising or links. */
export function personName(typed: string | undefined): string | undefined {
  const name = plain(typed ?? '');
  return NAME.test(name) && !hasLegalForm(name) ? inPrint(name) : undefined;
}

/** "Hello Maria," or "Hello," if the name doesn't look like one. */
export function greeting(firstName: string | undefined): MessageDescriptor {
  const name = personName(firstName);
  return name === undefined ? msg`Hello,` : msg`Hello ${{ name }},`;
}

/** The greeting for a whole name as somebody typed it: "Dr. Rosa Delgado", "Delgado, Rosa", "Ma. Teresa Cruz". */
export function greetingOfWhole(name: string): MessageDescriptor {
  const typed = plain(name);
  // Two words are a person's: "Mary Church".
  if (typed.split(' ').length > 2 && isBusinessName(typed)) return greeting(undefined);
  const [before = '', after = ''] = typed.split(',').map((part) => part.trim());
  const words = (after === '' || isSuffix(after) ? before : after).split(' ');
  if (words.length > 1 && TITLE.test(words[0] ?? '')) words.shift();
  const whole = words.findIndex((word) => !SHORTENED.test(word));
  return greeting(words.slice(0, whole + 1 || words.length).join(' '));
}

function plain(typed: string): string {
  const text = normalizeWithin(typed, 1000) ?? '';
  // Only spaces: a line break may be an attack on the mail's header.
  return text.replace(DECORATION, '').replace(NICKNAME, '').replace(/ +/g, ' ').trim();
}
