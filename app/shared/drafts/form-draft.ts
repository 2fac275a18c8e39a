/**
 * What was typed into a form of the site and not sent yet, for a reload or a look at another page. In this tab only:
 * the next person at the same computer has another one.
 */
export interface FormDraft<Answers> {
  keep: (answers: Answers) => void;
  forget: () => void;
  /** With the fields that the form has today. */
  read: () => Answers;
}

export function formDraft<Answers extends { [Field in keyof Answers]: string }>(
  key: string,
  blank: Answers,
): FormDraft<Answers> {
  return {
    keep: (answers) => attempt((storage) => storage.setItem(key, JSON.stringify(answers))),
    forget: () => attempt((storage) => storage.removeItem(key)),
    read: () => {
      const kept = attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? '{}'));
      const known = new Map(Object.entries(kept ?? {}));
      const entries = Object.entries<string>(blank).map(([field, value]) => {
        const draft: unknown = known.get(field);
        return [field, typeof draft === 'string' ? draft : value];
      });
      return Object.fromEntries(entries) as Answers;
    },
  };
}

/** A browser that refuses storage keeps no draft, and what an older version has left is none: the form works. */
function attempt<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}
