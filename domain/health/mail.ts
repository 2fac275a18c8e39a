import type { Verdict } from './words.ts';

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
  const { way, problem: detail, oldestMinutes, undelivered, failedToday: failed, sentToday: sent } = facts;
  if (detail !== undefined) {
    return way === 'server'
      ? { state: 'red', code: 'mail_down', detail }
      : { state: 'red', code: 'mail_folder_closed', detail };
  }
  const minutes = Math.floor(oldestMinutes ?? 0);
  if (minutes >= STUCK_MINUTES) return { state: 'red', code: 'mail_stuck', values: { minutes } };
  if (failed >= MANY_FAILED && failed > sent) {
    return { state: 'red', code: 'mail_failing', values: { failed, sent } };
  }
  if (minutes >= SLOW_MINUTES) return { state: 'yellow', code: 'mail_slow', values: { minutes } };
  if (undelivered > 0) return { state: 'yellow', code: 'mail_undelivered', values: { undelivered } };
  if (way === 'folder') return { state: 'yellow', code: 'mail_to_folder' };
  return { state: 'green', code: 'mail_good' };
}

export interface TextFacts {
  /** Where texts go: to a gateway, or to a folder if SMS_URL is not set. */
  way: 'gateway' | 'folder';
  /** People who agreed to get texts. */
  agreed: number;
  /** Texts of the last day. */
  failedToday: number;
  sentToday: number;
  /** Why the newest text failed, if it did: the login, or no connection. */
  problem: string | null;
}

export function judgeTexts({ way, agreed, failedToday, sentToday, problem }: TextFacts): Verdict {
  if (way === 'folder') {
    return agreed === 0
      ? { state: 'green', code: 'texts_unused' }
      : { state: 'yellow', code: 'texts_to_folder' };
  }
  if (problem !== null) return { state: 'red', code: 'texts_down', detail: problem };
  if (failedToday > sentToday) {
    return { state: 'yellow', code: 'texts_failing', values: { failed: failedToday } };
  }
  return { state: 'green', code: 'texts_good' };
}
