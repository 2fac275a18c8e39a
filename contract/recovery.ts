/**
 * The recovery sheet, as functions on the wire, for super users only. No word of the sheet ever leaves the server.
 *
 * `GET recovery-sheet`: `RecoveryState`. `POST recovery-sheet` with `RecoveryAnswer`: `RecoveryState` again, confirmed
 * if both words are right. 403 for anybody else, 429 after too many tries.
 */
export interface RecoveryState {
  /** Tells the present encryption key from others, such as `3F2A-91C0`; it is printed on the sheet. */
  fingerprint: string;
  /** Who has shown that they have the sheet of the present key; null: it is asked for. */
  confirmed: { at: string; by: string | null } | null;
  /** The numbers of the two words that are asked for, from 1 to 24. */
  asked: readonly [number, number];
}

export interface RecoveryAnswer {
  /** The two words that are asked for, in this order. */
  words: readonly [string, string];
}
