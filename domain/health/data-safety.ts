import type { Verdict } from './lights.ts';

/** A backup is good after it was verified. */
export interface BackupFacts {
  /** Whether BACKUP_URL is set. */
  configured: boolean;
  /** When the last good backup was made; null if there is none. */
  goodAt: Date | null;
  /** When the last backup or its verification failed; null if the last one was good. */
  failedAt: Date | null;
  /** Since when changes between backups can't be copied. Null if they can, or if this is turned off. */
  stuckSince: Date | null;
}

const HOUR_MS = 60 * 60 * 1000;
/** One missed night is yellow, two are red. */
const LATE_MS = 26 * HOUR_MS;
const MISSED_MS = 50 * HOUR_MS;
const STUCK_MS = HOUR_MS;

export function judgeBackup(facts: BackupFacts, now: Date): Verdict {
  const { configured, goodAt, failedAt, stuckSince } = facts;
  if (!configured) {
    return {
      state: 'yellow',
      says: 'No backup is configured.',
      todo: 'Set BACKUP_URL to a place on another machine. If this disk breaks, everything is lost.',
    };
  }
  const look = 'Run “npm run portal -- backup” by hand to see what is wrong.';
  if (goodAt === null) {
    return failedAt === null
      ? { state: 'yellow', says: 'The first backup has not been made yet.', todo: 'Check again tomorrow.' }
      : { state: 'red', says: 'There’s no good backup, and the last attempt failed.', todo: look };
  }
  const age = now.getTime() - goodAt.getTime();
  const says = `The last good backup is ${ago(age)} old.`;
  if (age >= MISSED_MS) return { state: 'red', says, todo: look };
  if (stuckSince !== null && now.getTime() - stuckSince.getTime() >= STUCK_MS) {
    return {
      state: 'red',
      says: `Changes from the last ${ago(now.getTime() - stuckSince.getTime())} aren’t backed up yet.`,
      todo: 'Check that the place in BACKUP_URL can be reached and has space left.',
    };
  }
  if (failedAt !== null) {
    return { state: 'yellow', says: `The last backup failed. ${says}`, todo: look };
  }
  if (age >= LATE_MS) return { state: 'yellow', says, todo: 'Check again tomorrow.' };
  return { state: 'green', says: `${says} It was read back and is complete.` };
}

/** The check of every stored document against its hash, in the background. */
export interface ScrubFacts {
  /** When it last completed; null if never. */
  completedAt: Date | null;
  /** When the current round started; null if none is running. */
  begunAt: Date | null;
  findings: number;
  unreadable: number;
}

const DAY_MS = 24 * HOUR_MS;
/** A full round takes a month. */
const OVERDUE_MS = 45 * DAY_MS;

export function judgeScrub(facts: ScrubFacts, now: Date): Verdict {
  const { completedAt, begunAt, findings, unreadable } = facts;
  if (findings > 0 && unreadable === 0) {
    return {
      state: 'red',
      says: findings === 1 ? 'One stored item is damaged.' : `${findings} stored items are damaged.`,
      todo: 'Run “npm run portal -- verify” to list them. A backup may still have good copies.',
    };
  }
  if (unreadable > 0) {
    return {
      state: 'red',
      says:
        unreadable === 1
          ? 'A document is damaged or missing.'
          : `${unreadable} documents are damaged or missing.`,
      todo: 'Run “npm run portal -- verify” to list them. Restore them from a backup, or ask the clients to send them again.',
    };
  }
  const since = completedAt ?? begunAt;
  if (since === null) {
    return { state: 'green', says: 'The check of all documents starts when there are documents.' };
  }
  const age = now.getTime() - since.getTime();
  if (age >= OVERDUE_MS) {
    return {
      state: 'yellow',
      says: `The documents were last checked ${ago(age)} ago. They should be checked every month.`,
      todo: 'Run “npm run portal -- verify” once to check them all.',
    };
  }
  if (completedAt === null)
    return { state: 'green', says: 'The first check of all documents is in progress.' };
  return { state: 'green', says: `All documents were checked ${ago(age)} ago. None are damaged.` };
}

/** Null if the office manages the key (ENCRYPTION_KEY), or no sheet is needed. */
export function judgeRecoverySheet(confirmed: boolean | null): Verdict {
  if (confirmed === null) return { state: 'green', says: 'No recovery sheet is needed here.' };
  if (confirmed) return { state: 'green', says: 'The recovery sheet has been printed and stored.' };
  return {
    state: 'yellow',
    says: 'No one has confirmed that the recovery sheet is printed.',
    todo: 'Print it, keep it in a safe place away from the server, and confirm it under Office, Recovery. You can’t open a backup without it.',
  };
}

function ago(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
