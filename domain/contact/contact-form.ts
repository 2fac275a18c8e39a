import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { storable } from '#domain/text/storable.ts';
import { isEmail } from './email.ts';
import { emailHint, usNumbersOnly } from './hints.ts';
import { formatPhone, type PhoneProblem, phoneProblem } from './phone.ts';
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
  note: string | null,
  t: Translate,
): Partial<Record<ContactField, string>> {
  const { name, email, subject, message } = contactSubmission(answers, note);
  const found: Record<ContactField, MessageDescriptor | undefined> = {
    name: missing(name, msg`Name is required`) ?? tooLong(name, 'name'),
    email:
      missing(email, msg`Email is required`) ??
      (isEmail(email) ? undefined : emailHint) ??
      tooLong(email, 'email'),
    phone: phoneWords[phoneProblem(answers.phone) ?? 'missing'],
    subject: isContactSubject(subject) ? undefined : msg`Choose a subject`,
    message: missing(storable(answers.message), msg`Message is required`) ?? tooLong(message, 'message'),
  };
  return Object.fromEntries(
    contactFields.flatMap((field) => {
      const problem = found[field];
      return problem ? [[field, t(problem)]] : [];
    }),
  );
}

export function contactSubmission(answers: ContactAnswers, note: string | null = null): ContactSubmission {
  const message = storable(answers.message);
  return {
    name: storable(answers.name),
    email: storable(answers.email),
    phone: storable(formatPhone(answers.phone)) || null,
    subject: answers.subject,
    message: note === null ? message : `${message}\n\n${storable(note)}`,
    status: 'new',
  };
}

const phoneWords: Record<PhoneProblem, MessageDescriptor | undefined> = {
  missing: undefined,
  unfinished: msg`Phone number must have 10 digits, or leave it empty`,
  not_us: usNumbersOnly,
};

const missing = (text: string, says: MessageDescriptor) => (text === '' ? says : undefined);

function tooLong(text: string, field: keyof typeof contactLimits): MessageDescriptor | undefined {
  const over = [...text].length - contactLimits[field];
  return over <= 0 ? undefined : shorten[field](over);
}

const shorten: Record<keyof typeof contactLimits, (over: number) => MessageDescriptor> = {
  name: (over) =>
    msg`Please shorten the name by ${plural({ over }, { one: '# character', other: '# characters' })}`,
  email: (over) =>
    msg`Please shorten the email by ${plural({ over }, { one: '# character', other: '# characters' })}`,
  message: (over) =>
    msg`Please shorten the message by ${plural({ over }, { one: '# character', other: '# characters' })}`,
};
