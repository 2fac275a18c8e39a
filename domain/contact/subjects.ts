import { normalizeCut } from '#domain/text/unicode.ts';

/** The subjects of contact messages: stored values and labels. */
export const contactSubjects = [
  { value: 'general-inquiry', label: 'General Inquiry' },
  { value: 'tax-services', label: 'Tax Services' },
  { value: 'pricing', label: 'Pricing Questions' },
  { value: 'appointment', label: 'Schedule Appointment' },
  { value: 'technical-support', label: 'Technical Support' },
  { value: 'refund-status', label: 'Refund Status' },
  { value: 'business-website', label: 'Business Website' },
  { value: 'business-registration', label: 'Business Registration' },
  { value: 'upload-questions', label: 'Upload Questions' },
  { value: 'app-development', label: 'App Development' },
  { value: 'seo-questions', label: 'SEO Questions' },
  { value: 'print-questions', label: 'Print Questions' },
  { value: 'bookkeeping-questions', label: 'Bookkeeping Questions' },
  { value: 'privacy-policy-inquiry', label: 'Privacy Policy Inquiry' },
  { value: 'other', label: 'Other' },
] as const;
export type ContactSubject = (typeof contactSubjects)[number]['value'];

const labels = new Map<string, string>(contactSubjects.map(({ value, label }) => [value, label]));

export function isContactSubject(value: string): value is ContactSubject {
  return labels.has(value);
}

const longest = 80;

/**
 * The label of a subject. The API accepts any text: unknown ones are shown on one line, since they become
 * mail subjects.
 */
export function subjectLabel(value: string): string {
  const known = labels.get(value);
  if (known !== undefined) return known;
  const line = normalizeCut(value, 20 * longest)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length === 0) return 'Your message';
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
