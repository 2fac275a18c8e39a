import type { MessageDescriptor } from '@lingui/core';
import { isEmail } from '#domain/contact/email.ts';
import { emailHint, usNumbersOnly } from '#domain/contact/hints.ts';
import { internationalPhone, type PhoneProblem, phoneProblem } from '#domain/contact/phone.ts';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The answers in the booking form, as typed. */
export interface BookingAnswers {
  name: string;
  phone: string;
  email: string;
}
export type BookingField = keyof BookingAnswers;

/** In the order of the form. */
export const bookingFields = ['name', 'phone', 'email'] as const;

/** The person of an appointment, as stored. */
export interface BookingPerson {
  name: string;
  /** "+1" and ten digits. */
  phone: string;
  email: string | null;
}

export const emptyBooking: BookingAnswers = { name: '', phone: '', email: '' };

const longestName = 200;
const longestEmail = 320;

/** Control characters and unpaired surrogates, which the database rejects, become spaces. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();

/** The error messages, in the order of the form. */
export function bookingIssues(
  answers: BookingAnswers,
  t: Translate = english,
): { field: BookingField; message: string }[] {
  const messages: [BookingField, MessageDescriptor | null][] = [
    ['name', nameProblem(oneLine(answers.name))],
    ['phone', phoneWords[phoneProblem(answers.phone) ?? 'none']],
    ['email', emailProblem(answers.email.trim())],
  ];
  return messages.flatMap(([field, message]) => (message === null ? [] : [{ field, message: t(message) }]));
}

function nameProblem(name: string): MessageDescriptor | null {
  if (name === '') return msg`Full name is required`;
  return [...name].length > longestName ? msg`Full name is too long` : null;
}

const phoneWords: Record<PhoneProblem | 'none', MessageDescriptor | null> = {
  missing: msg`Phone number is required`,
  unfinished: msg`Phone number must have 10 digits`,
  not_us: usNumbersOnly,
  none: null,
};

function emailProblem(email: string): MessageDescriptor | null {
  if (email === '') return null;
  if ([...email].length > longestEmail) return msg`Email is too long`;
  return isEmail(email) ? null : emailHint;
}

/** Valid answers, as stored. */
export function bookingPerson({ name, phone, email }: BookingAnswers): BookingPerson {
  return {
    name: oneLine(name),
    phone: internationalPhone(phone),
    email: email.trim() || null,
  };
}

/** The placeholder in an appointment that has no time yet: the time is chosen in the calendar, which sends an e-mail. */
export const seeCalendarMail = "Chosen in the calendar: please see the calendar service's e-mail";

/** A row without a time. `today` is the office's day, such as "2026-11-20". The note is what the quote came to. */
export function newAppointment(person: BookingPerson, today: string, note = '') {
  return {
    ...person,
    service: seeCalendarMail,
    preferred_date: today,
    preferred_time: seeCalendarMail,
    message: seeCalendarMail,
    status: 'pending',
    ...(note !== '' && { note: oneLine(note) }),
  } as const;
}
