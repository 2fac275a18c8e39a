import { formatPhone, isWholePhone, phoneDigits } from './phone.ts';
import { isContactSubject } from './subjects.ts';

/** The contact form: what is asked, what is wrong with an answer, and what is sent. */
export interface ContactAnswers {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}
export type ContactField = keyof ContactAnswers;

/** In the order of the screen. */
export const contactFields = ['name', 'email', 'phone', 'subject', 'message'] as const;

export const blankContact: ContactAnswers = { name: '', email: '', phone: '', subject: '', message: '' };

/** Characters, as the database counts them. */
export const contactLimits = { name: 200, email: 320, message: 10_000 };

/** What is stored of a message; the status is where every message begins. */
export interface ContactSubmission extends Omit<ContactAnswers, 'phone'> {
  phone: string | null;
  status: 'new';
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What to mend, by field. `note`: what goes along below the message. */
export function contactProblems(
  answers: ContactAnswers,
  note: string | null = null,
): Partial<Record<ContactField, string>> {
  const { name, email, subject, message } = contactSubmission(answers, note);
  const found: Record<ContactField, string | undefined> = {
    name: missing(name, 'Name is required') ?? tooLong(name, contactLimits.name, 'name'),
    email:
      missing(email, 'Email is required') ??
      (EMAIL.test(email) ? undefined : 'Write the email like this: name@example.com') ??
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

/** Without what PostgreSQL can't store: the zero character, and halves of characters. */
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
