import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
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
      says: [msg`No backup is configured.`],
      todo: [msg`Set BACKUP_URL to a place on another machine. If this disk breaks, everything is lost.`],
    };
  }
  const look = [msg`Run “npm run portal -- backup” by hand to see what is wrong.`];
  if (goodAt === null) {
    return failedAt === null
      ? {
          state: 'yellow',
          says: [msg`The first backup has not been made yet.`],
          todo: [msg`Check again tomorrow.`],
        }
      : { state: 'red', says: [msg`There’s no good backup, and the last attempt failed.`], todo: look };
  }
  const age = now.getTime() - goodAt.getTime();
  const says = [lastBackup(age)];
  if (age >= MISSED_MS) return { state: 'red', says, todo: look };
  if (stuckSince !== null && now.getTime() - stuckSince.getTime() >= STUCK_MS) {
    return {
      state: 'red',
      says: [notCopied(now.getTime() - stuckSince.getTime())],
      todo: [msg`Check that the place in BACKUP_URL can be reached and has space left.`],
    };
  }
  if (failedAt !== null) {
    return { state: 'yellow', says: [msg`The last backup failed.`, ...says], todo: look };
  }
  if (age >= LATE_MS) return { state: 'yellow', says, todo: [msg`Check again tomorrow.`] };
  return { state: 'green', says: [...says, msg`It was read back and is complete.`] };
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
      says: [
        msg`${plural({ findings }, { one: 'One stored item is', other: '# stored items are' })} damaged.`,
      ],
      todo: [msg`Run “npm run portal -- verify” to list them. A backup may still have good copies.`],
    };
  }
  if (unreadable > 0) {
    return {
      state: 'red',
      says: [
        msg`${plural({ unreadable }, { one: 'A document is', other: '# documents are' })} damaged or missing.`,
      ],
      todo: [
        msg`Run “npm run portal -- verify” to list them. Restore them from a backup, or ask the clients to send them again.`,
      ],
    };
  }
  const since = completedAt ?? begunAt;
  if (since === null) {
    return { state: 'green', says: [msg`The check of all documents starts when there are documents.`] };
  }
  const age = now.getTime() - since.getTime();
  if (age >= OVERDUE_MS) {
    return {
      state: 'yellow',
      says: [
        msg`The documents were last checked ${plural({ days: daysIn(age) }, { one: '# day', other: '# days' })} ago.`,
        msg`They should be checked every month.`,
      ],
      todo: [msg`Run “npm run portal -- verify” once to check them all.`],
    };
  }
  if (completedAt === null)
    return { state: 'green', says: [msg`The first check of all documents is in progress.`] };
  return { state: 'green', says: [checked(age), msg`None are damaged.`] };
}

/** Null if the office manages the key (ENCRYPTION_KEY), or no sheet is needed. */
export function judgeRecoverySheet(confirmed: boolean | null): Verdict {
  if (confirmed === null) return { state: 'green', says: [msg`No recovery sheet is needed here.`] };
  if (confirmed) return { state: 'green', says: [msg`The recovery sheet has been printed and stored.`] };
  return {
    state: 'yellow',
    says: [msg`No one has confirmed that the recovery sheet is printed.`],
    todo: [
      msg`Print it, keep it in a safe place away from the server, and confirm it under Office, Recovery. You can’t open a backup without it.`,
    ],
  };
}

/** Up to this many hours, an age is in hours. */
const TWO_DAYS = 48;
const hoursIn = (ms: number) => Math.floor(ms / HOUR_MS);
const daysIn = (ms: number) => Math.floor(ms / DAY_MS);

function lastBackup(ms: number): MessageDescriptor {
  const [hours, days] = [hoursIn(ms), daysIn(ms)];
  if (hours < 1) return msg`The last good backup is less than an hour old.`;
  return hours < TWO_DAYS
    ? msg`The last good backup is ${plural({ hours }, { one: '# hour', other: '# hours' })} old.`
    : msg`The last good backup is ${plural({ days }, { one: '# day', other: '# days' })} old.`;
}

/** For an hour at least. */
function notCopied(ms: number): MessageDescriptor {
  const [hours, days] = [hoursIn(ms), daysIn(ms)];
  return hours < TWO_DAYS
    ? msg`Changes from the last ${plural({ hours }, { one: '# hour', other: '# hours' })} aren’t backed up yet.`
    : msg`Changes from the last ${plural({ days }, { one: '# day', other: '# days' })} aren’t backed up yet.`;
}

function checked(ms: number): MessageDescriptor {
  const [hours, days] = [hoursIn(ms), daysIn(ms)];
  if (hours < 1) return msg`All documents were checked less than an hour ago.`;
  return hours < TWO_DAYS
    ? msg`All documents were checked ${plural({ hours }, { one: '# hour', other: '# hours' })} ago.`
    : msg`All documents were checked ${plural({ days }, { one: '# day', other: '# days' })} ago.`;
}
