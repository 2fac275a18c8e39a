import type { Business } from '#domain/business/business.ts';
import type { SafeHtml } from './html.ts';

/** What a mail says. How it looks is the layout's; the text part is made of the same words. */
export interface Letter {
  subject: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  greeting: string;
  paragraphs: string[];
  /** A few things to compare with what one remembers. */
  facts?: { name: string; value: string }[];
  /** Somebody else's words, set apart from the office's. */
  quoted?: { html: SafeHtml; text: string };
  action?: { label: string; link: string };
  code?: { says: string; digits: string };
  /** What to do if somebody else caused it; and other quiet words. */
  notes: string[];
  invitation?: Invitation;
  thread?: Thread;
  /** Somebody of the office wrote it, to this reader. */
  personal?: boolean;
}

/** What a mail program offers to put into the reader's calendar, or to take out of it. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** RFC 5545. */
  ics: string;
}

/** Mails that stand together in a mailbox. */
export interface Thread {
  /** What the first of them answers. */
  root: string;
  /** The ids of the mails before this one, the oldest first. */
  earlier: readonly string[];
}

/** The facts of the office that mails are made of. */
export type Office = Pick<Business, 'name' | 'contact' | 'timeZone'>;

/** One line: "48 Elm Street, Suite 2, New Haven, CT 06510". */
export function addressLine({ contact: { address } }: Office): string {
  const { street, unit, city, state, zip } = address;
  return [street, unit, city, `${state} ${zip}`].filter(Boolean).join(', ');
}

/** In one piece, wherever the line ends. */
export function phone({ contact }: Office): string {
  return contact.phone.display.replaceAll(' ', '\u00a0');
}
