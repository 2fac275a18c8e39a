import type { Verdict } from './words.ts';

/** A backup is good after it was verified. */
export interface BackupFacts {
  /** When the last good backup was made; null if there is none. */
  goodAt: Date | null;
  /** When the last backup or its verification failed; null if the last one was good. */
  failedAt: Date | null;
  /** When the first backup started; null if none did. */
  firstAt: Date | null;
  /** Since when changes between backups can't be copied. Null if they can, or if this is turned off. */
  stuckSince: Date | null;
}

const HOUR_MS = 60 * 60 * 1000;
/** One missed night is yellow, two are red. */
const LATE_MS = 26 * HOUR_MS;
const MISSED_MS = 50 * HOUR_MS;
const STUCK_MS = HOUR_MS;

/** Null: BACKUP_URL is not set. */
export function judgeBackup(facts: BackupFacts | null, now: Date): Verdict {
  if (facts === null) return { state: 'yellow', code: 'backup_off' };
  const { goodAt, failedAt, firstAt, stuckSince } = facts;
  if (goodAt === null) {
    // One that is killed each time never gets to say that it failed.
    const isLate = firstAt !== null && now.getTime() - firstAt.getTime() >= LATE_MS;
    return failedAt === null && !isLate
      ? { state: 'yellow', code: 'backup_none_yet' }
      : { state: 'red', code: 'backup_none_good' };
  }
  const age = now.getTime() - goodAt.getTime();
  const values = { hours: hoursIn(age) };
  if (age >= MISSED_MS) return { state: 'red', code: 'backup_missed', values };
  const stuck = stuckSince === null ? 0 : now.getTime() - stuckSince.getTime();
  if (stuck >= STUCK_MS) return { state: 'red', code: 'backup_stuck', values: { hours: hoursIn(stuck) } };
  if (failedAt !== null) return { state: 'yellow', code: 'backup_failed', values };
  if (age >= LATE_MS) return { state: 'yellow', code: 'backup_late', values };
  return { state: 'green', code: 'backup_good', values };
}

/** The check of every stored document against its hash, in the background. */
export interface ScrubFacts {
  /** When it last completed; null if never. */
  finishedAt: Date | null;
  /** When the current round started; null if none is running. */
  startedAt: Date | null;
  findings: number;
  /** How many of these make a document unreadable. */
  unreadable: number;
}

const DAY_MS = 24 * HOUR_MS;
/** A full round takes a month. */
const OVERDUE_MS = 45 * DAY_MS;

export function judgeScrub({ finishedAt, startedAt, findings, unreadable }: ScrubFacts, now: Date): Verdict {
  if (unreadable > 0) return { state: 'red', code: 'scrub_unreadable', values: { unreadable } };
  if (findings > 0) return { state: 'red', code: 'scrub_damaged', values: { findings } };
  const since = finishedAt ?? startedAt;
  if (since === null) return { state: 'green', code: 'scrub_unneeded' };
  const age = now.getTime() - since.getTime();
  if (age >= OVERDUE_MS) {
    return { state: 'yellow', code: 'scrub_overdue', values: { days: Math.floor(age / DAY_MS) } };
  }
  if (finishedAt === null) return { state: 'green', code: 'scrub_begun' };
  return { state: 'green', code: 'scrub_good', values: { hours: hoursIn(age) } };
}

/** Null if the office manages the key (ENCRYPTION_KEY), or no sheet is needed. */
export function judgeRecoverySheet(confirmed: boolean | null): Verdict {
  if (confirmed === null) return { state: 'green', code: 'recovery_sheet_unneeded' };
  return confirmed
    ? { state: 'green', code: 'recovery_sheet_good' }
    : { state: 'yellow', code: 'recovery_sheet_unconfirmed' };
}

const hoursIn = (ms: number) => Math.floor(ms / HOUR_MS);
