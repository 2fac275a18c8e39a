import type { PdfProblem } from './jobs.ts';

/** E-file authorizations of the IRS and of states. */
const NUMBER = /(^|[^a-z0-9])(forms?[ _-]?)?[a-z]{0,2}-?(8879|8878|8453)(-?[a-z]{1,5})?($|[^a-z0-9])/i;

/**
 * Form 8879, 8878, and their like may be signed at a distance only after a check of the identity by questions (Publication
 * 1345), and a consent under section 7216 needs a separate page. Neither is possible here. In doubt, a document is refused.
 */
export function forbiddenForm(text: string): PdfProblem | undefined {
  const isAuthorization = NUMBER.test(text) && /signature|authoriz|declaration|e-?file|\bPIN\b/i.test(text);
  if (isAuthorization || /IRS e-?file signature authorization/i.test(text)) return 'form_8879';
  return /Federal law requires this consent form be provided to you/i.test(text) ? 'consent_7216' : undefined;
}

/** Whether a title or the name of a file names such a form. */
export function isForbiddenTitle(title: string): boolean {
  return NUMBER.test(title);
}
