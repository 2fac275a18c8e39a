import { formDraft } from '#app/shared/drafts/form-draft.ts';

/** What a reload must not lose. Never the passwords. */
export const draftFields = ['firstName', 'lastName', 'email', 'confirmEmail', 'phone', 'referredBy'] as const;

const blank = { firstName: '', lastName: '', email: '', confirmEmail: '', phone: '', referredBy: '' };

export const signUpDraft = formDraft<Record<(typeof draftFields)[number], string>>(
  'nutmeg.sign-up-draft',
  blank,
);
