import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { allRights, type ClientKind, type Relation, type Right } from './membership.ts';

/** What a person with a code is asked, so that a lost letter is of no use to somebody else. */
export const invitationQuestions = ['tax_id_last4', 'birth_date', 'zip', 'phone_last4'] as const;
export type InvitationQuestion = (typeof invitationQuestions)[number];

export function isInvitationQuestion(text: string): text is InvitationQuestion {
  return (invitationQuestions as readonly string[]).includes(text);
}

export const questionNames: Record<InvitationQuestion, MessageDescriptor> = {
  tax_id_last4: msg`Last 4 digits of the Social Security number, ITIN, or EIN`,
  birth_date: msg`Date of birth: month, day, and year, as 07/04/1984`,
  zip: msg`ZIP code`,
  phone_last4: msg`Last 4 digits of the phone number`,
};

/** Digits of an answer. */
export const answerLength = (question: InvitationQuestion): number =>
  question === 'birth_date' ? 8 : question === 'zip' ? 5 : 4;

/** The digits of an answer as the database compares them: of "7/4/1984", those of 07/04/1984. */
export function typedAnswer(question: InvitationQuestion, text: string): string {
  const date = /^\D*(\d{1,2})\D+(\d{1,2})\D+(\d{4})\D*$/.exec(text);
  if (question !== 'birth_date' || !date) return text.replace(/\D/g, '');
  const [, month = '', day = '', year = ''] = date;
  return month.padStart(2, '0') + day.padStart(2, '0') + year;
}

/** For how many days a code works (migration 0034_client_invitations). */
export const CODE_DAYS = 30;

/** The birth date of a form as the answer "07041984"; '' if the form has none. */
export function birthDateAnswer(form: Partial<Record<'dobMonth' | 'dobDay' | 'dobYear', string>>): string {
  const { dobMonth = '', dobDay = '', dobYear = '' } = form;
  const digits = dobMonth.padStart(2, '0') + dobDay.padStart(2, '0') + dobYear;
  return /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{4}$/.test(digits) ? digits : '';
}

/** "K7M29-QXF3T", as it is printed. */
export const writtenCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** What the database looks up: typed in any case, with spaces or dashes. At most 40 characters are read. */
export const typedCode = (text: string): string =>
  text
    .slice(0, 40)
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase();

export const codeLength = 10;

/** Which relations a person can have to a client of this kind, the usual one first. */
export function relationsOf(kind: ClientKind, hasLogin: boolean): Relation[] {
  if (kind === 'business') return ['owner', 'helper'];
  return hasLogin ? ['spouse', 'helper'] : ['self', 'spouse', 'helper'];
}

/** What staff usually grant. */
export const usualRights = (relation: Relation): Right[] =>
  relation === 'helper' ? ['see', 'upload'] : [...allRights];

/** Helpers don't decide who else has access. */
export const possibleRights = (relation: Relation): Right[] =>
  relation === 'helper' ? allRights.filter((right) => right !== 'manage') : [...allRights];
