import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { graphemes } from '#domain/text/graphemes.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';

/** The limit of file systems, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;
/** The most code units that can become `MAX_NAME_BYTES` in NFC: a Greek letter with three marks is three bytes. */
export const MAX_NAME_TEXT = 4 * MAX_NAME_BYTES;

// With at least one letter, so that the year in "W2.2023" is not an extension.
const extensionPattern = /^(?<base>.+)(?<extension>\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,8})$/isu;

/** Splits "photo.jpg" into "photo" and ".jpg". ".profile" and "W2.2023" have no extension. */
export function splitName(name: string): { base: string; extension: string } {
  const groups = extensionPattern.exec(name)?.groups;
  return groups
    ? { base: groups.base ?? '', extension: groups.extension ?? '' }
    : { base: name, extension: '' };
}

/** The typed name as it is stored: trimmed, in NFC, and without hidden characters. */
export function completeName(typed: string): string {
  return withoutHidden(normalizeWithin(typed, MAX_NAME_TEXT) ?? typed).trim();
}

/** Adds a suffix before the extension: "W2_k3x9.pdf". */
export function withSuffix(name: string, suffix: string): string {
  const { base, extension } = splitName(name);
  const room = MAX_NAME_BYTES - utf8Length(`_${suffix}${extension}`);
  return `${cutToBytes(base, room)}_${suffix}${extension}`;
}

/** Adds a number before the extension: "W-2 (2).jpg". */
export function withNumber(name: string, number: number): string {
  return withEnding(name, ` (${number})`);
}

/** Adds a text before the extension: "W-2 p1-2.pdf". */
export function withEnding(name: string, ending: string): string {
  const { base, extension } = splitName(name);
  const end = `${ending}${extension}`;
  return `${cutToBytes(base, MAX_NAME_BYTES - utf8Length(end)).trimEnd()}${end}`;
}

/** Adds an extension such as ".pdf" at the end. */
export function withExtension(base: string, extension: string): string {
  return cutToBytes(base.replace(/[. ]+$/, ''), MAX_NAME_BYTES - utf8Length(extension)) + extension;
}

/** What is wrong with a name, as a message for the user; undefined if it is valid. */
export function nameProblem(name: string): MessageDescriptor | undefined {
  if (name.trim() === '') return msg`Please enter a name.`;
  if (name === '.' || name === '..') return msg`A name needs more than dots.`;
  if (name.includes('/')) return msg`A name can’t contain a slash.`;
  if (/\p{Cc}|\p{Cs}/u.test(name) || withoutHidden(name) !== name)
    return msg`A name can’t contain invisible control characters.`;
  if (/^\.(placeholder|emptyFolderPlaceholder)/.test(name)) return msg`The system uses this name.`;
  if (utf8Length(name) > MAX_NAME_BYTES) return msg`This name is too long. Please shorten it.`;
  if (normalizeWithin(name, MAX_NAME_TEXT) === undefined)
    return msg`A name can’t have that many accents on one letter.`;
  return undefined;
}

/** Whether two names are the same on macOS and Windows: case and composition don't count. */
export function sameName(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

function fold(name: string): string {
  return withoutHidden(normalizeWithin(name, MAX_NAME_TEXT) ?? name).toLowerCase();
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Truncates to a length in bytes without splitting a grapheme cluster. */
function cutToBytes(text: string, room: number): string {
  if (utf8Length(text) <= room) return text;
  let cut = '';
  let left = room;
  for (const segment of graphemes(text)) {
    left -= utf8Length(segment);
    if (left < 0) break;
    cut += segment;
  }
  return cut;
}
