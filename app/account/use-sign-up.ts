import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { captchaPass } from '#app/client/captcha/captcha.ts';
import { signUpProblem } from '#app/client/error-wording.ts';
import { supabase } from '#app/client/supabase.ts';
import { useHistoryState } from '#app/client/use-history-state.ts';
import { confirmEmailUrl } from './confirmation.ts';
import { readEntryState } from './navigation-state.ts';
import {
  emptySignUp,
  type SignUpAnswers,
  type SignUpForm,
  signUpMetadata,
  signUpSchema,
} from './sign-up-rules.ts';

/** The sign-up form and what sending it does. Nothing typed is lost when it fails. */
export function useSignUp() {
  const navigate = useNavigate();
  const { email: knownEmail } = readEntryState(useHistoryState());
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SignUpForm, unknown, SignUpAnswers>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { ...emptySignUp, email: knownEmail },
    // The error summary takes the focus.
    shouldFocusError: false,
  });

  const submit = form.handleSubmit(async (answers) => {
    setProblem(null);
    const { email, password } = answers;
    const captchaToken = await captchaPass('signup');
    if (captchaToken === null) {
      setProblem('Security verification failed. Please try again.');
      return;
    }
    const { data, error } = await supabase.auth.signUp({
      email,
      password,
      options: { data: signUpMetadata(answers), emailRedirectTo: confirmEmailUrl(), captchaToken },
    });
    if (error?.code === 'weak_password') form.setError('password', { message: error.message });
    else if (error) setProblem(signUpProblem(error));
    // An address that has an account already gets the same answer, so that nobody can ask who is a client.
    else if (data.session) await navigate('/account');
    else await navigate('/confirm-email', { state: { email, mailedAt: Date.now() } });
  });

  return { form, submit, problem };
}
