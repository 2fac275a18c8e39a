import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { signInProblem } from '#app/shared/api/error-wording.ts';
import { captchaPass } from '#app/shared/captcha/captcha.ts';
import { usePrefill } from '#app/shared/forms/use-prefill.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import type { Translate } from '#domain/language/translate.ts';
import { useLazyForm } from '../entry/use-lazy-form.ts';
import { accountStatus } from '../sign-up/account-status.ts';
import { answerTo, asksForStatus, captchaFailed, type LoginAnswer } from './login-answer.ts';
import type { LoginForm } from './login-schema.ts';

export const loginFields = ['email', 'password'] as const;

const library = () => import('#app/shared/api/supabase.ts');
const rules = () => import('./login-schema.ts');

/** What may follow the form. Loaded with the rest: a lazy component that can't be loaded would break the page. */
export const loginParts = {
  dialog: async () => ({ default: (await import('./login-dialogs.tsx')).LoginDialog }),
  secondStep: async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }),
};

const resolverIn =
  (t: Translate): Resolver<LoginForm> =>
  async (...args) =>
    (await rules()).loginResolver(t)(...args);

/** The login form. A successful login changes the session, and the page goes on from there. */
export function useLogin(knownEmail: string) {
  const phone = useOffice().contact.phone.display;
  const { t } = useLingui();
  const [answer, setAnswer] = useState<LoginAnswer | null>(null);
  const form = useForm<LoginForm>({
    resolver: resolverIn(t),
    defaultValues: { email: '', password: '' },
    shouldFocusError: false,
  });
  usePrefill(form, { email: knownEmail });

  const send = form.handleSubmit(async (answers) => {
    setAnswer(null);
    const result = await logIn(answers, phone, t).catch(
      (error: unknown): LoginAnswer => ({ kind: 'text', text: signInProblem(error, phone, t) }),
    );
    // The dialog returns the focus to the field that has to be corrected.
    if (result?.kind === 'incorrect-password') form.setFocus('password', { shouldSelect: true });
    if (result?.kind === 'not-found') form.setFocus('email', { shouldSelect: true });
    setAnswer(result);
  });

  const { submit, preload, isLoading } = useLazyForm({
    load: () => Promise.all([rules(), library(), loginParts.dialog(), loginParts.secondStep()]),
    send,
    onLoadError: (error) => setAnswer({ kind: 'text', text: signInProblem(error, phone, t) }),
  });
  const busy = isLoading || form.formState.isSubmitting;

  return { form, submit, preload, busy, answer, clearAnswer: () => setAnswer(null) };
}

/** Null if it worked. */
async function logIn(
  { email, password }: LoginForm,
  phone: string,
  t: Translate,
): Promise<LoginAnswer | null> {
  const captchaToken = await captchaPass('login');
  if (captchaToken === null) return { kind: 'text', text: t(captchaFailed) };
  const { supabase } = await library();
  const { error } = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken } });
  if (!error) return null;
  const status = asksForStatus(error) ? await accountStatus(email, captchaToken) : null;
  return answerTo(error, { email, status, phone, t });
}
