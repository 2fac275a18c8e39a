import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { signUpProblem } from '#app/account/entry/problems.ts';
import { useLanguage } from '#app/language/language.tsx';
import { useNavigate } from '#app/language/links.tsx';
import { failureOf, serverMessage } from '#app/shared/api/error-wording.ts';
import { captchaPass } from '#app/shared/captcha/captcha.ts';
import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { useFormDraft } from '#app/shared/forms/use-form-draft.ts';
import type { z } from '#app/shared/forms/zod.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { emailHint } from '#domain/contact/hints.ts';
import type { Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { signUp as sendSignUp } from '../auth-service.ts';
import { confirmEmailUrl } from '../confirm/confirmation.ts';
import { rememberFlow } from '../entry/started-flow.ts';
import { useLazyForm } from '../entry/use-lazy-form.ts';
import { accountStatus } from './account-status.ts';
import type { signUpSchema } from './sign-up-schema.ts';

const captchaFailed = msg`Security verification failed. Please try again.`;

const rules = () => import('./sign-up-schema.ts');
/** Loaded with the rest: a lazy component that can't be loaded would break the page. */
export const existsDialog = async () => ({
  default: (await import('./account-exists-dialog.tsx')).AccountExistsDialog,
});

const resolverIn =
  (t: Translate): Resolver<SignUpForm, unknown, SignUpAnswers> =>
  async (...args) =>
    (await rules()).signUpResolver(t)(...args);

/** The sign-up form. A failure loses nothing that was typed. */
export function useSignUp(knownAnswers: Partial<SignUpForm>) {
  const navigate = useNavigate();
  const phone = useOffice().contact.phone.display;
  const { t } = useLingui();
  const language = useLanguage();
  /** The email that has an account already, while a dialog says so. */
  const [existing, setExisting] = useState<string | null>(null);
  const form = useForm<SignUpForm, unknown, SignUpAnswers>({
    resolver: resolverIn(t),
    defaultValues: emptySignUp,
    // The error summary takes the focus.
    shouldFocusError: false,
  });

  useFormDraft({ form, draft: signUpDraft, known: () => knownAnswers });

  const refuse = (field: 'email' | 'phone' | 'password' | 'root', message: string) =>
    form.setError(field, { message });
  const fail = (error: unknown) => refuse('root', signUpProblem(error, phone, t));

  const send = form.handleSubmit(async (answers) => {
    setExisting(null);
    await signUp(answers).catch(fail);
  });

  async function signUp(answers: SignUpAnswers) {
    const { email, password } = answers;
    const captchaToken = await captchaPass('signup');
    if (captchaToken === null) return refuse('root', t(captchaFailed));
    if ((await accountStatus(email, captchaToken))?.profile_confirmed) return setExisting(email);
    const data = signUpMetadata({ ...answers, language });
    const redirectTo = confirmEmailUrl(language);
    const answer = await sendSignUp({ email, password, data, redirectTo, captchaToken }).catch(refused);
    if (!answer) return;
    rememberFlow('signup', email);
    // If the status could not be loaded: this is how the service says that the address has an account.
    if (answer.isTaken) return setExisting(email);
    signUpDraft.clear();
    if (answer.isLoggedIn) await navigate('/account');
    else await navigate('/confirm-email', { state: { email, mailedAt: Date.now() } });
  }

  function refused(error: unknown) {
    switch (failureOf(error).code) {
      // What else it could be is checked before sending.
      case 'validation_failed':
        return refuse('email', t(emailHint));
      case 'us_numbers_only':
        return refuse('phone', serverMessage(error, t));
      case 'weak_password':
        return refuse('password', serverMessage(error, t));
      case 'captcha_failed':
        return refuse('root', t(captchaFailed));
      default:
        return fail(error);
    }
  }

  const { submit, preload, isLoading } = useLazyForm({
    load: () => Promise.all([rules(), existsDialog()]),
    send,
    onLoadError: fail,
  });

  return {
    form,
    submit,
    preload,
    busy: isLoading || form.formState.isSubmitting,
    existing,
    closeExisting: () => setExisting(null),
  };
}

export type SignUpForm = z.input<ReturnType<typeof signUpSchema>>;
type SignUpAnswers = z.output<ReturnType<typeof signUpSchema>>;

/** The fields that survive a reload. Never the passwords. */
const blankDraft = { firstName: '', lastName: '', email: '', confirmEmail: '', phone: '', referredBy: '' };

/** In the order of the screen. */
export const emptySignUp: SignUpForm = { ...blankDraft, password: '', confirmPassword: '' };

export const signUpFields = Object.keys(emptySignUp) as (keyof SignUpForm)[];

const signUpDraft = formDraft('nutmeg.sign-up-draft', blankDraft);

/** The user metadata of the new account. `role` is for older servers; ours ignores it. The language is that of our mails. */
export function signUpMetadata({
  firstName,
  lastName,
  phone,
  referredBy,
  language,
}: SignUpAnswers & { language: Language }) {
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    language,
    ...(referredBy !== '' && { referred_by: referredBy }),
    role: 'client',
  };
}
