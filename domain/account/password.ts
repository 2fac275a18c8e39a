import { normalizeWithin } from '#domain/text/unicode.ts';
import { commonPasswords } from './common-passwords.ts';

export const minPasswordLength = 6;

/** More code units than any common password. */
const MOST_LOOKED_AT = 1000;

export type PasswordProblem = 'too-short' | 'too-common';
export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** What keeps a password from being accepted, or null. */
export function passwordProblem(password: string): PasswordProblem | null {
  if ([...password].length < minPasswordLength) return 'too-short';
  return isGuessable(password) ? 'too-common' : null;
}

/**
 * How long a password would hold against guessing, roughly: length counts most, kinds of characters a little,
 * and what is known about the person (name, e-mail) counts for nothing.
 */
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
  const lower = (normalizeWithin(password, MOST_LOOKED_AT) ?? password).toLowerCase();
  // "Password1!" is "password1" to everyone who guesses.
  const bare = lower.replace(/[^\p{L}\p{N}]+$/u, '');
  return commonPasswords.has(lower) || commonPasswords.has(bare) || isRepeat(lower) || isRun(lower);
}

/** aaaaaa, 121212, abcabc: one short piece, over and over. */
function isRepeat(text: string): boolean {
  return /^(.{1,3}?)\1+$/su.test(text);
}

/** 123456, 987654, abcdefg: each character one further than the one before. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  // 0 closes the row of digits on a keyboard: 1234567890.
  const steps = codes
    .slice(1)
    .map((code, i) => (code === 48 && codes[i] === 57 ? 1 : code - (codes[i] ?? 0)));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function withoutWord(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + text.slice(at + word.length);
}
