import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
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
      says: [
        way === 'server'
          ? msg`The email server isn’t working, so no emails are going out. They’re waiting, and none are lost.`
          : msg`Emails can’t be saved to their folder. They’re waiting, and none are lost.`,
      ],
      todo: [
        way === 'server'
          ? msg`Check that the email server is running and that its password in SMTP_URL still works.`
          : msg`Check that the disk has space left and that the folder can be written to.`,
      ],
      detail: problem,
    };
  }
  if (oldestMinutes !== null && oldestMinutes >= STUCK_MINUTES) {
    return {
      state: 'red',
      says: [waiting(oldestMinutes)],
      todo: [
        msg`Open “Undelivered emails” in the portal to see why. If nothing is listed there, restart the portal.`,
      ],
    };
  }
  if (failedToday >= MANY_FAILED && failedToday > sentToday) {
    return {
      state: 'red',
      says: [
        msg`${plural({ failed: failedToday }, { one: '# email', other: '# emails' })} failed in the last day, and only ${plural({ sent: sentToday }, { one: '# was', other: '# were' })} sent.`,
      ],
      todo: [
        msg`Open “Undelivered emails” in the portal to see why. Often, the email server no longer accepts the office as a sender.`,
      ],
    };
  }
  if (oldestMinutes !== null && oldestMinutes >= SLOW_MINUTES) {
    return {
      state: 'yellow',
      says: [waiting(oldestMinutes)],
      todo: [msg`Check again in an hour. The portal keeps trying to send its emails.`],
    };
  }
  if (undelivered > 0) {
    return {
      state: 'yellow',
      says: [msg`${plural({ undelivered }, { one: 'One email', other: '# emails' })} couldn’t be delivered.`],
      todo: [msg`Open “Undelivered emails” in the portal. Send them again or dismiss them.`],
    };
  }
  if (way === 'folder') {
    return {
      state: 'yellow',
      says: [msg`Emails are only saved to a folder, so no one gets them.`],
      todo: [msg`Set SMTP_URL to the office’s email server.`],
    };
  }
  return {
    state: 'green',
    says: [msg`The email server is accepting emails, and none have been waiting long.`],
  };
}

function waiting(oldestMinutes: number): MessageDescriptor {
  const minutes = Math.floor(oldestMinutes);
  if (minutes < 120) {
    return msg`The oldest email has been waiting for ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`;
  }
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  return hours < 48
    ? msg`The oldest email has been waiting for ${plural({ hours }, { one: '# hour', other: '# hours' })}.`
    : msg`The oldest email has been waiting for ${plural({ days }, { one: '# day', other: '# days' })}.`;
}
