import type { LetterPreview } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { factsIn } from '#domain/business/translations.ts';
import { type LetterId, letterNames } from '#domain/contact/letter-names.ts';
import type { Language } from '#domain/language/language.ts';
import type { Reader } from '#domain/language/translate.ts';
import type { StaffAction } from '#server/auth/mails/auth-mails.ts';
import { type Readers, withLetters } from '#server/language/readers.ts';
import { fixedOffice } from '#server/office/office.ts';
import { authLetter, isAuthMailType } from '../letters/auth-letters.ts';
import { queuedLetters } from '../letters/case-letters.ts';
import type { Letter } from '../letters/letter.ts';
import { renderLetter } from '../letters/render-letter.ts';

// Every mail that is in the language of its reader, about people who don't exist.

const siteUrl = 'https://tax.example';
const id = '0b2f8f1e-7f5c-4b6e-9d32-3a1c2b4d5e6f';
const to = 'rosa@mail.example';
const at = new Date('2026-11-20T17:14:00Z');

/** What the auth service's mails are made from. */
export const sampleAccount = {
  to,
  firstName: 'Rosa',
  link: `${siteUrl}/confirm-email`,
  code: '48291304',
  at,
  userAgent: '',
  address: null,
  hours: 72,
  by: 'Dana',
  about: 'Tom',
  remaining: 4,
  action: 'invited' as StaffAction,
};

/** What the database's mails are made from. */
export const sampleCase = {
  first_name: 'Rosa',
  name: 'Rosa Delgado',
  appointment_id: id,
  starts_at: '2026-11-24T19:00:00Z',
  ends_at: '2026-11-24T19:30:00Z',
  was: '2026-11-23T14:00:00Z',
  sequence: 1,
  year: 2026,
  kind: 'personal',
  message_id: id,
  subject: 'pricing',
  message: '203',
  asked_at: at.toISOString(),
  reply: '80',
};

const access = { client_name: 'Rosa Delgado', person: 'Tom Delgado', person_email: 'tom@mail.example' };

/** What one of them has besides. */
const besides: Partial<Record<LetterId, object>> = {
  message: { note: 'Please call us.' },
  document_request: { items: ['W-2'] },
  client_invitation: { code: '2K3M4P5Q6R' },
  access_asked: access,
  access_given: access,
  client_deleted: { kept_until: '2034-06-30' },
  new_sign_in: { address: '203.0.113.7' },
  reminder: { client_id: id, groups: [{ source: 'documents', year: 2026, count: 3 }] },
};

/** A letter that the database queues, by its name. */
export function writeQueued(name: string, facts: object, office: Business, reader: Reader): Letter {
  const write = queuedLetters({
    office,
    siteUrl,
    ticketOf: () => 'ticket',
    pauseTicketOf: () => 'ticket',
    reader,
  })[name];
  if (!write) throw new Error(`there is no letter "${name}"`);
  return write({ ...sampleCase, ...facts }, to);
}

/** The letter with sample facts. */
export function sampleLetter(letter: LetterId, office: Business, reader: Reader): Letter {
  const [name = '', status] = letter.split('.');
  if (isAuthMailType(name)) {
    const mail = {
      ...sampleAccount,
      ...(status !== undefined && { action: status as StaffAction }),
      ...besides[letter],
    };
    return authLetter(name, mail, office, reader);
  }
  return writeQueued(name, { status, ...besides[letter] }, office, reader);
}

export const letterIds = Object.keys(letterNames) as LetterId[];

/**
 * The mail as it would be with these facts, with sample values.
 * @param ours readers of our texts, without the office's words
 */
export function previewLetter(
  letter: LetterId,
  { facts, language, ours }: { facts: Business; language: Language; ours: Readers },
): LetterPreview {
  const reader = withLetters(ours, fixedOffice(facts))[language];
  const office = factsIn(facts, language);
  const { subject, html } = renderLetter(sampleLetter(letter, office, reader), office, reader);
  return { subject, html };
}
