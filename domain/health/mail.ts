import type { Verdict } from './lights.ts';

export interface MailFacts {
  /** Where mails go: to a mail server, or to a folder if SMTP_URL is not set. */
  way: 'server' | 'folder';
  /** Why mails can't be sent right now. */
  problem: string | undefined;
  /** The age of the oldest mail that is not delayed by its recipient; null if none is waiting. */
  oldestMinutes: number | null;
  /** Mails in the queue "Mails not delivered". */
  undelivered: number;
  /** Mails that failed permanently in the last day, and those that were sent. */
  failedToday: number;
  sentToday: number;
}

const SLOW_MINUTES = 15;
const STUCK_MINUTES = 60;
/** This many failures, and more failures than successes, point to our side. */
const MANY_FAILED = 10;

export function judgeMail(facts: MailFacts): Verdict {
  const { way, problem, oldestMinutes, undelivered, failedToday, sentToday } = facts;
  if (problem !== undefined) {
    return {
      state: 'red',
      says:
        way === 'server'
          ? 'The mail server can’t be used, so no mail leaves. Mails wait and are not lost.'
          : 'Mails can’t be written to their folder. They wait and are not lost.',
      todo:
        way === 'server'
          ? 'Check that the mail server is up and that its password in SMTP_URL still works.'
          : 'Check that the disk has space left and that the folder can be written to.',
      detail: problem,
    };
  }
  if (oldestMinutes !== null && oldestMinutes >= STUCK_MINUTES) {
    return {
      state: 'red',
      says: `The oldest mail has been waiting for ${minutes(oldestMinutes)}.`,
      todo: 'Open “Mails not delivered” in the portal: it says why. If nothing is listed there, restart the portal.',
    };
  }
  if (failedToday >= MANY_FAILED && failedToday > sentToday) {
    return {
      state: 'red',
      says: `${failedToday} mails failed in the last day, and only ${sentToday} were sent.`,
      todo: 'Open “Mails not delivered” in the portal: it says why. Often the mail server no longer accepts the office as a sender.',
    };
  }
  if (oldestMinutes !== null && oldestMinutes >= SLOW_MINUTES) {
    return {
      state: 'yellow',
      says: `The oldest mail has been waiting for ${minutes(oldestMinutes)}.`,
      todo: 'Look again in an hour. The portal keeps trying to send its mails.',
    };
  }
  if (undelivered > 0) {
    return {
      state: 'yellow',
      says:
        undelivered === 1 ? 'A mail could not be delivered.' : `${undelivered} mails could not be delivered.`,
      todo: 'Open “Mails not delivered” in the portal, and send them again or put them aside.',
    };
  }
  if (way === 'folder') {
    return {
      state: 'yellow',
      says: 'Mails are only written to a folder; no one receives them.',
      todo: 'Set SMTP_URL to the office’s mail server.',
    };
  }
  return { state: 'green', says: 'The mail server accepts mails, and none has been waiting for long.' };
}

function minutes(count: number): string {
  if (count < 120) return `${Math.floor(count)} minutes`;
  const hours = Math.floor(count / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
