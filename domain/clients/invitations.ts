import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { allRights, type ClientKind, type Relation, type Right } from './membership.ts';

/** What a person with a code is asked, so that a lost letter is of no use to somebody else. */
export const invitationQuestions = ['tax_id_last4', 'zip', 'phone_last4'] as const;
export type InvitationQuestion = (typeof invitationQuestions)[number];

export function isInvitationQuestion(text: string): text is InvitationQuestion {
  return (invitationQuestions as readonly string[]).includes(text);
}

export const questionNames: Record<InvitationQuestion, MessageDescriptor> = {
  tax_id_last4: msg`Last 4 digits of the Social Security number, ITIN, or EIN`,
  zip: msg`ZIP code`,
  phone_last4: msg`Last 4 digits of the phone number`,
};

/** Digits of an answer. */
export const answerLength = (question: InvitationQuestion): number => (question === 'zip' ? 5 : 4);

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
