import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { emptySignUp, type SignUpForm } from './sign-up-form.ts';

/** What a reload must not lose: the person's details, but never a password. */
const { firstName, lastName, email, confirmEmail, phone, referredBy } = emptySignUp;
const blank = { firstName, lastName, email, confirmEmail, phone, referredBy };
type Field = keyof typeof blank;
const fields = Object.keys(blank) as Field[];
const draft = formDraft('nutmeg.sign-up-draft', blank);

export const signUpDraft = {
  entries: (): [Field, string][] => {
    const kept = draft.read();
    return fields.map((field) => [field, kept[field]]);
  },
  keep: (values: SignUpForm): void => {
    const known = Object.fromEntries(fields.map((field) => [field, values[field]]));
    draft.keep(known as typeof blank);
  },
  forget: draft.forget,
};
