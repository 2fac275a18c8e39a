import { EMAIL_HINT, isEmail } from './email.ts';
import { formatPhone, isWholePhone, phoneDigits } from './phone.ts';
import { isContactSubject } from './subjects.ts';

/** The contact form: fields, validation, and the row to insert. */
export interface ContactAnswers {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}
export type ContactField = keyof ContactAnswers;

/** In screen order. */
export const contactFields = ['name', 'email', 'phone', 'subject', 'message'] as const;

export const blankContact: ContactAnswers = { name: '', email: '', phone: '', subject: '', message: '' };

/** Limits in characters, as PostgreSQL counts them. */
const contactLimits = { name: 200, email: 320, message: 10_000 };

/** The row to insert. */
export interface ContactSubmission extends Omit<ContactAnswers, 'phone'> {
  phone: string | null;
  status: 'new';
}

/** The problem of each invalid field. `note` is appended to the message. */
export function contactProblems(
  answers: ContactAnswers,
  note: string | null = null,
): Partial<Record<ContactField, string>> {
  const { name, email, subject, message } = contactSubmission(answers, note);
  const found: Record<ContactField, string | undefined> = {
    name: missing(name, 'Name is required') ?? tooLong(name, contactLimits.name, 'name'),
    email:
      missing(email, 'Email is required') ??
      (isEmail(email) ? undefined : EMAIL_HINT) ??
      tooLong(email, contactLimits.email, 'email'),
    phone:
      phoneDigits(answers.phone) === '' || isWholePhone(answers.phone)
        ? undefined
        : 'Phone number must have 10 digits, or leave it empty',
    subject: isContactSubject(subject) ? undefined : 'Choose a subject',
    message:
      missing(cleaned(answers.message), 'Message is required') ??
      tooLong(message, contactLimits.message, 'message'),
  };
  return Object.fromEntries(contactFields.flatMap((field) => (found[field] ? [[field, found[field]]] : [])));
}

export function contactSubmission(answers: ContactAnswers, note: string | null = null): ContactSubmission {
  const message = cleaned(answers.message);
  return {
    name: cleaned(answers.name),
    email: cleaned(answers.email),
    phone: formatPhone(answers.phone) || null,
    subject: answers.subject,
    message: note === null ? message : `${message}\n\n${cleaned(note)}`,
    status: 'new',
  };
}

/** Removes what PostgreSQL can't store: NUL and lone surrogates. */
function cleaned(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '')
    .trim();
}

const missing = (text: string, says: string) => (text === '' ? says : undefined);

function tooLong(text: string, limit: number, what: string): string | undefined {
  const over = [...text].length - limit;
  if (over <= 0) return undefined;
  return `Please shorten the ${what} by ${over} ${over === 1 ? 'character' : 'characters'}`;
}
