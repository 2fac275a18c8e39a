import type { Business } from '#domain/business/business.ts';
import { type Language, locales, pathInMail } from '#domain/language/language.ts';
import type { Reader, Wording } from '#domain/language/translate.ts';
import { normalizeCut } from '#domain/text/unicode.ts';
import type { SafeHtml } from '../html/html.ts';

/** The content of a mail, in the reader's language when it is rendered. The layout and the text part are both made from it. */
export interface Letter<Text = Wording> {
  subject: Text;
  /** The line that mail programs show next to the subject. */
  preview: Text;
  /** If it is not the subject. */
  heading?: Text;
  greeting: Text;
  paragraphs: Text[];
  /** Labeled values. */
  facts?: { name: Text; value: Text }[];
  /** Text by someone outside the office, set apart from the rest. */
  quoted?: { html: SafeHtml; text: string };
  action?: { label: Text; link: string };
  code?: { says: Text; digits: string };
  /** A quiet link below: how to get fewer of these mails. */
  lessLink?: { label: Text; link: string };
  /** Small print: for example what to do if someone else caused the mail. */
  notes: Text[];
  invitation?: Invitation;
  thread?: Thread;
  /** Whether a person in the office wrote it, so that replies go to the office. */
  personal?: boolean;
}

/** A calendar event that mail programs offer to add or remove. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** The name of the attached file. */
  filename: string;
  /** RFC 5545. */
  ics: string;
}

/** Mails that mail programs show as one conversation. */
export interface Thread {
  /** The id that all mails of the thread refer to. */
  root: string;
  /** The ids of earlier mails, oldest first. */
  earlier: readonly string[];
}

/** The office facts that mails use. */
export type Office = Pick<Business, 'name' | 'contact' | 'timeZone'>;

/** What the letters that the database queues are written with. */
export interface LetterParts {
  office: Office;
  siteUrl: string;
  /** The ticket for the link to an appointment. */
  ticketOf(appointmentId: string): string;
  /** The ticket for the link that pauses a client's reminders. */
  pauseTicketOf(clientId: string): string;
  reader: Reader;
}

/** The address of a page, in the reader's language. */
export const pageIn = ({ siteUrl, reader }: Pick<LetterParts, 'siteUrl' | 'reader'>, path: string): string =>
  `${siteUrl}${pathInMail(path, reader.language)}`;

/** The phone number with non-breaking spaces. */
export function phone({ contact }: Office): string {
  return contact.phone.display.replaceAll(' ', '\u00a0');
}

/** In the office's time: "November 20, 2026 at 12:14 PM EST"; with `weekday`, "Friday, November 20, ...". */
export function momentInWords(
  at: Date,
  { timeZone }: Office,
  language: Language,
  { weekday = false } = {},
): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone,
    ...(weekday && { weekday: 'long' }),
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}

/** A name on one line, without control characters and at most 80 long; `unnamed` if nothing is left. */
export function plainName(name: string, unnamed: string): string {
  const line = normalizeCut(name, 1000)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return line === '' ? unnamed : line;
}

/** The rendered content of a mail. */
export interface MailContent extends Pick<Letter<string>, 'subject' | 'invitation' | 'thread' | 'personal'> {
  html: string;
  text: string;
}
