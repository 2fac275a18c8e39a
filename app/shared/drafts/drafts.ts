/**
 * What somebody was typing when the session ended, for the same person in the same tab: it goes with the tab,
 * since the next person at the same computer has another one. Never for passwords and codes.
 */
const keyOf = (userId: string, form: string) => `nutmeg.draft.${userId}.${form}`;

export function keepDraft(userId: string, form: string, answers: Record<string, string>): void {
  try {
    sessionStorage.setItem(keyOf(userId, form), JSON.stringify(answers));
  } catch {
    // A browser that refuses storage keeps no drafts; the form works all the same.
  }
}

export function forgetDraft(userId: string, form: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId, form));
  } catch {
    // See above.
  }
}

/** The draft, with the fields that the form has today; null where there is none. */
export function readDraft<Answers extends Record<string, string>>(
  userId: string,
  form: string,
  blank: Answers,
): Answers | null {
  const kept = parsed(userId, form);
  if (kept === null) return null;
  const entries = Object.entries(blank).map(([field, value]) => {
    const draft = kept[field];
    return [field, typeof draft === 'string' ? draft : value];
  });
  return Object.fromEntries(entries) as Answers;
}

function parsed(userId: string, form: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, form)) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // Of an older version, or no storage: there is no draft.
    return null;
  }
}
