import { blankContact, type ContactAnswers, contactFields } from '#domain/contact/rules.ts';

/**
 * What was typed and not sent yet, for a reload or a look at another page. In this tab only: the next person at the
 * same computer has another one.
 */
const key = 'nutmeg.contact-draft';

export function keepDraft(answers: ContactAnswers): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(answers));
  } catch {
    // A browser that refuses storage keeps no draft; the form works all the same.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** The draft, with the fields that the form has today. */
export function readDraft(): ContactAnswers {
  const kept = parsed();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const entries = contactFields.map((field) => [field, text(kept[field])]);
  return { ...blankContact, ...Object.fromEntries(entries) };
}

function parsed(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Of an older version, or no storage: there is no draft.
    return {};
  }
}
