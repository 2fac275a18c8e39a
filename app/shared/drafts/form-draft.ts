import { asRecord, type StoredValue, storedJson, storedKeys } from './stored-value.ts';

/**
 * The answers in a form that was not sent yet, so that a reload or a visit to another page doesn't lose them. Stored
 * for the tab only: other people may use the same computer. Never for passwords and codes.
 *
 * A draft has exactly the fields of `blank`. Others are not stored. A field that is missing from the storage, or is no
 * text there, is read as in `blank`.
 */
export function formDraft<Answers extends { [Field in keyof Answers]: string }>(
  key: string,
  blank: Answers,
): StoredValue<Answers> {
  const withFieldsOfBlank = (answers: Record<string, unknown>): Answers => {
    const entries = Object.entries<string>(blank).map(([field, fallback]) => {
      const answer = answers[field];
      return [field, typeof answer === 'string' ? answer : fallback];
    });
    return Object.fromEntries(entries) as Answers;
  };
  const stored = storedJson('session', key, (value) => {
    const answers = asRecord(value);
    return answers && withFieldsOfBlank(answers);
  });
  return { ...stored, save: (answers) => stored.save(withFieldsOfBlank(answers)) };
}

/** A draft of a signed-in person: it is not shown to another person who signs in in this tab. */
export function accountDraft<Answers extends { [Field in keyof Answers]: string }>(
  userId: string,
  form: string,
  blank: Answers,
): StoredValue<Answers> {
  return formDraft(startOf(userId) + form, blank);
}

/** The forms of which this person has a draft in this tab. */
export const draftedForms = (userId: string): string[] =>
  storedKeys('session', startOf(userId)).map((key) => key.slice(startOf(userId).length));

const startOf = (userId: string) => `nutmeg.draft.${userId}.`;
