import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** How many words a recovery sheet has: 256 bits of key and 8 bits of checksum, 11 bits a word. */
export const WORD_COUNT = 24;
const KEY_BYTES = 32;
/** The first four letters identify a word of the list. */
const PREFIX_LENGTH = 4;
/** A sheet is about 200 characters; more is not a sheet. */
const MAX_LETTERS = 2_000;
const SHOWN_LETTERS = 20;

/** The words don't form a key. The message is for the person who typed them. */
export class RecoveryWordsError extends Error {}

const wordByPrefix = new Map(wordlist.map((word) => [word.slice(0, PREFIX_LENGTH), word]));

/** The 24 English words (BIP-39) of a master key of 32 bytes. */
export function recoveryWords(key: Uint8Array): string[] {
  if (key.length !== KEY_BYTES) throw new RangeError(`a master key has ${KEY_BYTES} bytes`);
  return entropyToMnemonic(key, wordlist).split(' ');
}

/**
 * The key of 32 bytes that the words encode. Case, blanks, line breaks, punctuation and the numbers before the words
 * don't matter, and the first four letters of a word suffice. Throws `RecoveryWordsError`, which names the wrong words.
 */
export function keyFromRecoveryWords(text: string): Uint8Array {
  if (text.length > MAX_LETTERS) throw new RecoveryWordsError(`A recovery sheet has ${WORD_COUNT} words.`);
  const typed = typedWords(text);
  const words = typed.map(listedWord);
  const wrong = typed.flatMap((word, index) => (words[index] === undefined ? [named(word, index)] : []));
  if (wrong.length > 0) {
    const [are, words] = wrong.length === 1 ? ['is not a word', 'it'] : ['are not words', 'them'];
    throw new RecoveryWordsError(
      `${wrong.slice(0, 3).join(' and ')} ${are} of a recovery sheet. Compare ${words} with the sheet.`,
    );
  }
  if (words.length !== WORD_COUNT) {
    throw new RecoveryWordsError(`A recovery sheet has ${WORD_COUNT} words; these are ${words.length}.`);
  }
  try {
    return mnemonicToEntropy(words.join(' '), wordlist);
  } catch {
    throw new RecoveryWordsError(
      'Each of these words can be on a recovery sheet, but together they don’t make a key. One word is wrong, or two are swapped.',
    );
  }
}

/** Whether `typed` is the word: its first four letters suffice. */
export function isRecoveryWord(typed: string, word: string): boolean {
  const [only, more] = typedWords(typed.slice(0, MAX_LETTERS));
  return only !== undefined && more === undefined && listedWord(only) === word;
}

/**
 * Eight characters that identify a master key, such as `3F2A-91C0`, without revealing anything about it. They are on the
 * sheet, in each backup, and in the database.
 */
export function keyFingerprint(key: Uint8Array): string {
  const hash = sha256(new Uint8Array([...utf8ToBytes('nutmeg key fingerprint v1:'), ...key]));
  const [, first, second] = /^(.{4})(.{4})/.exec(bytesToHex(hash).toUpperCase()) ?? [];
  return `${first}-${second}`;
}

/** Removes numbers before words and everything between words. Keeps a digit that was typed instead of a letter. */
function typedWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d]+/u)
    .map((word) => word.replace(/^\d+/, ''))
    .filter((word) => word !== '');
}

function listedWord(typed: string): string | undefined {
  const found = wordByPrefix.get(typed.slice(0, PREFIX_LENGTH));
  // A word of three letters must be typed completely.
  return found !== undefined && (found.length >= PREFIX_LENGTH || typed === found) ? found : undefined;
}

function named(word: string, index: number): string {
  return `Word ${index + 1}, "${word.slice(0, SHOWN_LETTERS)}",`;
}
