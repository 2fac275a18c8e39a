import { greeting } from './greeting.ts';
import { subjectLabel } from './subjects.ts';

/** The frame of a reply mail. The reply form shows the same. */

/** The database's limit, in characters. */
export const replyLimit = 10_000;

export function replySubject(subject: string): string {
  return `Re: ${subjectLabel(subject)}`;
}

/** The first line: "Hello Rosa,". */
export function replyGreeting(name: string): string {
  return greeting(name.trim().split(/\s+/)[0]);
}

/** The last lines: the author's first name if known, and the office. */
export function replyClosing(firstName: string | null | undefined, office: string): string {
  return [firstName?.trim(), office].filter(Boolean).join('\n');
}
