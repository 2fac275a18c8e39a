import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeWithin, wellFormed } from '#domain/text/unicode.ts';
import { MAX_NAME_BYTES, utf8Length } from './file-names.ts';

/** The limit of the hosted service and of S3, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 1024;
/** The most code units that can become such a key in NFC. Longer text is refused unread. */
export const MAX_KEY_TEXT = 4 * MAX_KEY_BYTES;

// Control characters, line separators, and bidirectional controls, which can show a program as "invoice-exe.pdf".
const forbidden = /[\p{Cc}\u2028\u2029\u202a-\u202e]/u;

/** The key of an object in NFC, so that accents typed on a Mac and on a phone are the same. Undefined if invalid. */
export function objectKey(given: string): string | undefined {
  if (given.length > MAX_KEY_TEXT || wellFormed(given) !== given) return undefined;
  const key = normalizeWithin(given, MAX_KEY_TEXT);
  if (key === undefined) return undefined;
  const allowed = utf8Length(key) <= MAX_KEY_BYTES && key.split('/').every(isAllowedStep);
  return allowed ? key : undefined;
}

/** The key of a new object: no hidden characters. Objects older than that rule can be read, renamed, and removed. */
export function newObjectKey(given: string): string | undefined {
  const key = objectKey(given);
  return key !== undefined && withoutHidden(key) === key ? key : undefined;
}

function isAllowedStep(step: string): boolean {
  if (step === '' || step === '.' || step === '..') return false;
  return !forbidden.test(step) && utf8Length(step) <= MAX_NAME_BYTES;
}
