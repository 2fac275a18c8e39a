import type { LetterTemplate } from '#domain/contact/client-letters.ts';

/** What staff call the letters. */
export const letterNames: Record<LetterTemplate, string> = {
  document_request: 'Ask for documents',
  form_reminder: 'Remind of the tax form',
  return_ready: 'The return is ready',
  payment_reminder: 'Remind of the payment',
  message: 'A message of your own',
};
