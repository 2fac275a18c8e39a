import type { MessageDescriptor } from '@lingui/core';
import type { Translate } from '#domain/language/translate.ts';
import { greetingOfWhole } from './greeting.ts';
import { subjectLabel } from './subjects.ts';

/** The frame of a reply mail. The reply form shows the same. */

/** The database's limit, in characters. */
export const replyLimit = 10_000;

export function replySubject(subject: string, t: Translate): string {
  return `Re: ${subjectLabel(subject, t)}`;
}

/** The first line: "Hello Rosa,". */
export function replyGreeting(name: string): MessageDescriptor {
  return greetingOfWhole(name);
}

/** The last lines: the author's first name if known, and the office. */
export function replyClosing(firstName: string | null | undefined, office: string): string {
  return [firstName?.trim(), office].filter(Boolean).join('\n');
}
