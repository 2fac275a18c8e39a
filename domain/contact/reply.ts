import { greeting } from './greeting.ts';
import { subjectLabel } from './subjects.ts';

/** An answer to a message, as its mail says it; staff see the same beside the box in which they write. */

/** The longest answer that the database keeps, in characters. */
export const replyLimit = 10_000;

export function replySubject(subject: string): string {
  return `Re: ${subjectLabel(subject)}`;
}

/** The mail's first line: "Hello Rosa,". */
export function replyGreeting(name: string): string {
  return greeting(name.trim().split(/\s+/)[0]);
}

/** The mail's last lines: who answered, where that is known, and for whom. */
export function replyClosing(firstName: string | null | undefined, office: string): string {
  return [firstName?.trim(), office].filter(Boolean).join('\n');
}
