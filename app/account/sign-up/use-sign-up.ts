import { useEffect, useLayoutEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { type NavigateFunction, useNavigate } from 'react-router';
import { signUpProblem } from '#app/shared/api/error-wording.ts';
import { usePrepared } from '#app/shared/browser/use-prepared.ts';
import { captchaPass } from '#app/shared/captcha/captcha.ts';
import { confirmEmailUrl } from '../confirm/confirmation.ts';
import { rememberFlow } from '../entry/begun-flow.ts';
import { accountStatus } from './account-status.ts';
import {
  draftFields,
  emptySignUp,
  type SignUpAnswers,
  type SignUpForm,
  signUpDraft,
  signUpMetadata,
} from './sign-up-form.ts';

type Outcome =
  | { kind: 'go'; go: (navigate: NavigateFunction) => Promise<void> | void }
  | { kind: 'exists'; email: string }
  | { kind: 'weak-password'; text: string }
  | { kind: 'text'; text: string };

const captchaFailed: Outcome = {
  kind: 'text',
  text: 'Security verification failed. Please try again.',
};

const library = () => import('#app/shared/api/supabase.ts');
const rules = () => import('./sign-up-schema.ts');
/** Brought with the rest: a window that can't be loaded would take the page with it. */
export const existsDialog = async () => ({
  default: (await import('./account-exists-dialog.tsx')).AccountExistsDialog,
});

const resolver: Resolver<SignUpForm, unknown, SignUpAnswers> = async (...asked) =>
  (await rules()).resolver(...asked);

/** The sign-up form and what sending it does. Nothing typed is lost when it fails. */
export function useSignUp(known: Partial<SignUpForm>) {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useForm<SignUpForm, unknown, SignUpAnswers>({
    resolver,
    defaultValues: { ...emptySignUp, ...known },
    // The error summary takes the focus.
    shouldFocusError: false,
  });

  const { getValues, setValue, subscribe } = form;

  // After the page loads: the prerendered page knows no visitor. Text that is already in a field wins.
  useLayoutEffect(() => {
    const draft = signUpDraft.read();
    if (draft === null) return;
    for (const field of draftFields) {
      if (draft[field] !== '' && getValues(field) === '') setValue(field, draft[field]);
    }
  }, [getValues, setValue]);

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => signUpDraft.save(values) }),
    [subscribe],
  );

  const send = form.handleSubmit(async (answers) => {
    setOutcome(null);
    const result = await signUp(answers).catch(
      (error: unknown): Outcome => ({ kind: 'text', text: signUpProblem(error) }),
    );
    if (result.kind === 'go') {
      signUpDraft.clear();
      return result.go(navigate);
    }
    if (result.kind === 'weak-password') form.setError('password', { message: result.text });
    else setOutcome(result);
  });

  const { submit, prepare, isPreparing } = usePrepared({
    bring: () => Promise.all([rules(), library(), existsDialog()]),
    send,
    onFailure: (error) => setOutcome({ kind: 'text', text: signUpProblem(error) }),
  });

  return {
    form,
    submit,
    prepare,
    busy: isPreparing || form.formState.isSubmitting,
    problem: outcome?.kind === 'text' ? outcome.text : null,
    existing: outcome?.kind === 'exists' ? outcome.email : null,
    clearOutcome: () => setOutcome(null),
  };
}

async function signUp(answers: SignUpAnswers): Promise<Outcome> {
  const { email, password } = answers;
  const captchaToken = await captchaPass('signup');
  if (captchaToken === null) return captchaFailed;
  if ((await accountStatus(email, captchaToken))?.profile_confirmed) return { kind: 'exists', email };
  const { supabase } = await library();
  const { data, error } = await supabase.auth.signUp({
    email,
    password,
    options: { data: signUpMetadata(answers), emailRedirectTo: confirmEmailUrl(), captchaToken },
  });
  if (error?.code === 'weak_password') return { kind: 'weak-password', text: error.message };
  if (error?.code === 'captcha_failed') return captchaFailed;
  if (error) return { kind: 'text', text: signUpProblem(error) };
  rememberFlow('signup', email);
  // How the service says that the address has an account, where the status could not be asked.
  if (data.user?.identities?.length === 0) return { kind: 'exists', email };
  if (data.session) return { kind: 'go', go: (navigate) => navigate('/account') };
  const state = { email, mailedAt: Date.now() };
  return { kind: 'go', go: (navigate) => navigate('/confirm-email', { state }) };
}
