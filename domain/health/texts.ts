import { msg, plural } from '#domain/language/message.ts';
import type { Verdict } from './lights.ts';

export interface TextFacts {
  /** Where texts go: to a gateway, or to a folder if SMS_URL is not set. */
  way: 'gateway' | 'folder';
  /** People who agreed to get texts. */
  agreed: number;
  /** Texts of the last day. */
  failedToday: number;
  sentToday: number;
  /** Why the newest text failed, if it did: the login, or no connection. */
  problem: string | undefined;
}

export function judgeTexts({ way, agreed, failedToday, sentToday, problem }: TextFacts): Verdict {
  if (way === 'folder') {
    return agreed === 0
      ? { state: 'green', says: [msg`No one has asked for text messages, so none are sent.`] }
      : {
          state: 'yellow',
          says: [msg`Text messages are only saved to a folder, so no one gets them. Emails go out as usual.`],
          todo: [msg`Set SMS_URL to a text message service.`],
        };
  }
  if (problem !== undefined) {
    return {
      state: 'red',
      says: [msg`The text message service isn’t working, so no text messages are going out.`],
      todo: [msg`Check that the login in SMS_URL still works and that the account has credit.`],
      detail: problem,
    };
  }
  if (failedToday > sentToday) {
    return {
      state: 'yellow',
      says: [
        msg`${plural({ failed: failedToday }, { one: 'One text message', other: '# text messages' })} failed in the last day.`,
      ],
      todo: [msg`Look at the log of the text message service.`],
    };
  }
  return { state: 'green', says: [msg`The text message service is accepting text messages.`] };
}
