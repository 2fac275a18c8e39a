import { normalizeWithin } from '#domain/text/unicode.ts';
import { commonPasswords } from './common-passwords.ts';

export const minPasswordLength = 6;
/** Longer than any passphrase; bounds the work of hashing. In characters. */
export const maxPasswordLength = 256;

/** In code units. Longer than any common password. */
const MAX_NORMALIZED_LENGTH = 1000;

export type PasswordProblem = 'too-short' | 'too-common';
export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** Why a password is not accepted, or null. */
export function passwordProblem(password: string): PasswordProblem | null {
  if ([...password].length < minPasswordLength) return 'too-short';
  return isGuessable(password) ? 'too-common' : null;
}

/** Roughly how hard a password is to guess. Length counts most, kinds of characters a little, known words not. */
export function passwordStrength(password: string, knownAbout: readonly string[] = []): PasswordStrength {
  if (passwordProblem(password) !== null) return 'weak';
  const guessed = knownAbout
    .filter((word) => word.length >= 3)
    .reduce((rest, word) => withoutWord(rest, word), password);
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(guessed),
  ).length;
  const points = new Set(guessed).size + [...guessed].length + 2 * (kinds - 1);
  if (points < 16) return 'weak';
  if (points < 22) return 'fair';
  return points < 30 ? 'good' : 'strong';
}

function isGuessable(password: string): boolean {
  const lower = (normalizeWithin(password, MAX_NORMALIZED_LENGTH) ?? password).toLowerCase();
  // "Password1!" is as easy to guess as "password1".
  const bare = lower.replace(/[^\p{L}\p{N}]+$/u, '');
  return commonPasswords.has(lower) || commonPasswords.has(bare) || isRepeat(lower) || isRun(lower);
}

/** One to three characters, repeated: aaaaaa, 121212, abcabc. */
function isRepeat(text: string): boolean {
  return /^(.{1,3}?)\1+$/su.test(text);
}

/** Consecutive characters: 123456, 987654, abcdefg. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  // 0 comes after 9 on a keyboard.
  const steps = codes
    .slice(1)
    .map((code, i) => (code === 48 && codes[i] === 57 ? 1 : code - (codes[i] ?? 0)));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function withoutWord(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + text.slice(at + word.length);
}
