import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { MAX_NAME_BYTES, utf8Length } from './file-names.ts';

/** What the hosted service and S3 carry, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 1024;
/** The most code units that can become such a key in NFC. Anything longer is not examined. */
export const MAX_KEY_TEXT = 4 * MAX_KEY_BYTES;

// Control characters, line separators, and the marks that turn the writing around: with them a program can be
// shown to the staff as "invoice-exe.pdf".
const forbidden = /[\p{Cc}\u2028\u2029\u202a-\u202e]/u;

/**
 * The key under which an object is kept, in NFC, so that an accent typed on a Mac and one typed on a phone are
 * the same name. Undefined where no object may have this key.
 */
export function objectKey(given: string): string | undefined {
  if (given.length > MAX_KEY_TEXT || !given.isWellFormed()) return undefined;
  const key = normalizeWithin(given, MAX_KEY_TEXT);
  if (key === undefined) return undefined;
  const allowed = utf8Length(key) <= MAX_KEY_BYTES && key.split('/').every(isAllowedStep);
  return allowed ? key : undefined;
}

/**
 * The same for new objects: a name may not hide what it is (`withoutHidden`). Objects stored before the rule can still
 * be read, renamed and removed.
 */
export function newObjectKey(given: string): string | undefined {
  const key = objectKey(given);
  return key !== undefined && withoutHidden(key) === key ? key : undefined;
}

function isAllowedStep(step: string): boolean {
  if (step === '' || step === '.' || step === '..') return false;
  return !forbidden.test(step) && utf8Length(step) <= MAX_NAME_BYTES;
}
