import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { normalizeCut } from '#domain/text/unicode.ts';

/** The subjects of contact messages: stored values and labels. */
export const contactSubjects = [
  { value: 'general-inquiry', label: msg`General Inquiry` },
  { value: 'tax-services', label: msg`Tax Services` },
  { value: 'pricing', label: msg`Pricing Questions` },
  { value: 'appointment', label: msg`Schedule Appointment` },
  { value: 'technical-support', label: msg`Technical Support` },
  { value: 'refund-status', label: msg`Refund Status` },
  { value: 'business-website', label: msg`Business Website` },
  { value: 'business-registration', label: msg`Business Registration` },
  { value: 'upload-questions', label: msg`Upload Questions` },
  { value: 'app-development', label: msg`App Development` },
  { value: 'seo-questions', label: msg`SEO Questions` },
  { value: 'print-questions', label: msg`Print Questions` },
  { value: 'bookkeeping-questions', label: msg`Bookkeeping Questions` },
  { value: 'privacy-policy-inquiry', label: msg`Privacy Policy Inquiry` },
  { value: 'other', label: msg({ message: 'Other', context: 'subject' }) },
] as const;
export type ContactSubject = (typeof contactSubjects)[number]['value'];

const labels = new Map<string, MessageDescriptor>(contactSubjects.map(({ value, label }) => [value, label]));

export function isContactSubject(value: string): value is ContactSubject {
  return labels.has(value);
}

const longest = 80;

/** The label of a subject. The API accepts any text: unknown ones become one line, as in a mail's subject. */
export function subjectLabel(value: string, t: Translate): string {
  const known = labels.get(value);
  if (known !== undefined) return t(known);
  const line = normalizeCut(value, 20 * longest)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length === 0) return t(msg`Your message`);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
