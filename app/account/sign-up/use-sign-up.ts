import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type { NavigateFunction } from 'react-router';
import { signUpProblem } from '#app/account/entry/problems.ts';
import { useLanguage } from '#app/language/language.tsx';
import { useNavigate } from '#app/language/links.tsx';
import { failureOf, serverMessage } from '#app/shared/api/error-wording.ts';
import { captchaPass } from '#app/shared/captcha/captcha.ts';
import { useFormDraft } from '#app/shared/forms/use-form-draft.ts';
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
import {
  emptySignUp,
  type SignUpAnswers,
  type SignUpForm,
  signUpDraft,
  signUpMetadata,
} from './sign-up-form.ts';

type Outcome =
  | { kind: 'go'; go: (navigate: NavigateFunction) => Promise<void> | void }
  | { kind: 'exists'; email: string }
  | { kind: 'refused'; field: 'email' | 'phone' | 'password'; message: string }
  | { kind: 'problem'; message: string };

const captchaFailed = (t: Translate): Outcome => ({
  kind: 'problem',
  message: t(msg`Security verification failed. Please try again.`),
});

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

  const send = form.handleSubmit(async (answers) => {
    setExisting(null);
    const outcome = await signUp({ ...answers, language }, phone, t).catch(
      (error: unknown): Outcome => ({ kind: 'problem', message: signUpProblem(error, phone, t) }),
    );
    switch (outcome.kind) {
      case 'go':
        signUpDraft.clear();
        return outcome.go(navigate);
      case 'exists':
        return setExisting(outcome.email);
      case 'refused':
        return form.setError(outcome.field, { message: outcome.message });
      case 'problem':
        return form.setError('root', { message: outcome.message });
    }
  });

  const { submit, preload, isLoading } = useLazyForm({
    load: () => Promise.all([rules(), existsDialog()]),
    send,
    onLoadError: (error) => form.setError('root', { message: signUpProblem(error, phone, t) }),
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

async function signUp(
  answers: SignUpAnswers & { language: Language },
  phone: string,
  t: Translate,
): Promise<Outcome> {
  const { email, password } = answers;
  const captchaToken = await captchaPass('signup');
  if (captchaToken === null) return captchaFailed(t);
  if ((await accountStatus(email, captchaToken))?.profile_confirmed) return { kind: 'exists', email };
  let answer: Awaited<ReturnType<typeof sendSignUp>>;
  try {
    const redirectTo = confirmEmailUrl(answers.language);
    answer = await sendSignUp({ email, password, data: signUpMetadata(answers), redirectTo, captchaToken });
  } catch (error) {
    return refusalOf(error, phone, t);
  }
  rememberFlow('signup', email);
  // If the status could not be loaded: this is how the service says that the address has an account.
  if (answer.isTaken) return { kind: 'exists', email };
  if (answer.isLoggedIn) return { kind: 'go', go: (navigate) => navigate('/account') };
  const state = { email, mailedAt: Date.now() };
  return { kind: 'go', go: (navigate) => navigate('/confirm-email', { state }) };
}

function refusalOf(error: unknown, phone: string, t: Translate): Outcome {
  switch (failureOf(error).code) {
    // What else it could be is checked before sending.
    case 'validation_failed':
      return { kind: 'refused', field: 'email', message: t(emailHint) };
    case 'us_numbers_only':
      return { kind: 'refused', field: 'phone', message: serverMessage(error, t) };
    case 'weak_password':
      return { kind: 'refused', field: 'password', message: serverMessage(error, t) };
    case 'captcha_failed':
      return captchaFailed(t);
    default:
      return { kind: 'problem', message: signUpProblem(error, phone, t) };
  }
}
