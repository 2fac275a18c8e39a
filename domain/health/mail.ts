import type { Verdict } from './lights.ts';

export interface MailFacts {
  /** Where mails go: to a mail server, or to a folder if SMTP_URL is not set. */
  way: 'server' | 'folder';
  /** Why mails can't be sent right now. */
  problem: string | undefined;
  /** The age of the oldest mail that is not delayed by its recipient; null if none is waiting. */
  oldestMinutes: number | null;
  /** Mails in the queue "Undelivered emails". */
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
          ? 'The email server isn’t working, so no emails are going out. They’re waiting, and none are lost.'
          : 'Emails can’t be saved to their folder. They’re waiting, and none are lost.',
      todo:
        way === 'server'
          ? 'Check that the email server is running and that its password in SMTP_URL still works.'
          : 'Check that the disk has space left and that the folder can be written to.',
      detail: problem,
    };
  }
  if (oldestMinutes !== null && oldestMinutes >= STUCK_MINUTES) {
    return {
      state: 'red',
      says: `The oldest email has been waiting for ${minutes(oldestMinutes)}.`,
      todo: 'Open “Undelivered emails” in the portal to see why. If nothing is listed there, restart the portal.',
    };
  }
  if (failedToday >= MANY_FAILED && failedToday > sentToday) {
    return {
      state: 'red',
      says: `${failedToday} emails failed in the last day, and only ${sentToday} were sent.`,
      todo: 'Open “Undelivered emails” in the portal to see why. Often, the email server no longer accepts the office as a sender.',
    };
  }
  if (oldestMinutes !== null && oldestMinutes >= SLOW_MINUTES) {
    return {
      state: 'yellow',
      says: `The oldest email has been waiting for ${minutes(oldestMinutes)}.`,
      todo: 'Check again in an hour. The portal keeps trying to send its emails.',
    };
  }
  if (undelivered > 0) {
    return {
      state: 'yellow',
      says:
        undelivered === 1
          ? 'One email couldn’t be delivered.'
          : `${undelivered} emails couldn’t be delivered.`,
      todo: 'Open “Undelivered emails” in the portal. Send them again or dismiss them.',
    };
  }
  if (way === 'folder') {
    return {
      state: 'yellow',
      says: 'Emails are only saved to a folder, so no one gets them.',
      todo: 'Set SMTP_URL to the office’s email server.',
    };
  }
  return { state: 'green', says: 'The email server is accepting emails, and none have been waiting long.' };
}

function minutes(count: number): string {
  if (count < 120) return `${Math.floor(count)} minutes`;
  const hours = Math.floor(count / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
