/** The letters from staff to clients: the texts of the mail and of its preview. */

export const letterTemplates = [
  'document_request',
  'form_reminder',
  'return_ready',
  'payment_reminder',
  'message',
] as const;
export type LetterTemplate = (typeof letterTemplates)[number];

export const maxLetterItems = 40;
export const maxLetterItem = 200;
export const maxLetterNote = 2000;

export interface LetterWords {
  subject: string;
  paragraphs: string[];
  action: string;
}

interface Facts {
  /** The requested documents. */
  items?: readonly string[];
  /** The personal note. */
  note?: string | null | undefined;
}

type Fixed = Exclude<LetterTemplate, 'document_request'>;

const fixed: Record<Fixed, { subject: string; says: string; action: string }> = {
  form_reminder: {
    subject: 'Your yearly tax form is waiting',
    says: 'Your yearly tax form is not filled in yet. It takes about ten minutes, and you can stop and continue later: your answers are saved.',
    action: 'Fill in my form',
  },
  return_ready: {
    subject: 'Your return is ready',
    says: 'Your return is ready. Please look through it and approve it. We file nothing before you approve.',
    action: 'Review my return',
  },
  payment_reminder: {
    subject: 'Your return is waiting for payment',
    says: 'Your return is approved. As soon as our fee is paid, we file it.',
    action: 'See how to pay',
  },
  message: { subject: 'A message from your tax office', says: '', action: 'Open my account' },
};

export function isLetterTemplate(text: string): text is LetterTemplate {
  return (letterTemplates as readonly string[]).includes(text);
}

export function letterWords(template: LetterTemplate, { items = [], note }: Facts): LetterWords {
  const added = note ? [note] : [];
  if (template !== 'document_request') {
    const { subject, says, action } = fixed[template];
    return { subject, paragraphs: [...(says === '' ? [] : [says]), ...added], action };
  }
  return {
    subject: items.length === 1 ? 'We need one more document' : 'We need a few more documents',
    paragraphs: [
      'To continue with your tax return, we need something more from you:',
      ...items.map((item) => `• ${item}`),
      ...added,
      'Sign in and upload it: a clear photo is fine. If you don’t have it, tell us there, and why.',
    ],
    action: 'Upload it now',
  };
}
