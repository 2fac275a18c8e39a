/**
 * The API of the recovery sheet, for super users only. No word of the sheet ever leaves the server. * `GET
 * recovery-sheet`: `RecoveryState`. `POST recovery-sheet` with `RecoveryAnswer`: `RecoveryState` again, confirmed
 * if both words are right. 403 for others, 429 after too many attempts.
 */
export interface RecoveryState {
  /** The fingerprint of the current encryption key, such as `3F2A-91C0`, which is printed on the sheet. */
  fingerprint: string;
  /** Who confirmed having the sheet of the current key. Null if it must be confirmed. */
  confirmed: { at: string; by: string | null } | null;
  /** The positions of the two requested words, from 1 to 24. */
  asked: readonly [number, number];
}

export interface RecoveryAnswer {
  /** The two requested words, in this order. */
  words: readonly [string, string];
}
