import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { captchaPass } from '#app/client/captcha/captcha.ts';
import { signInProblem } from '#app/client/error-wording.ts';
import { supabase } from '#app/client/supabase.ts';
import { z } from '#app/client/zod.ts';
import { accountStatus } from './account-status.ts';
import { answerTo, asksForStatus, captchaFailed, type LoginAnswer } from './login-answer.ts';

export const loginFields = ['email', 'password'] as const;

const schema = z.object({
  email: z.string().trim().min(1, 'Email is required'),
  password: z.string().min(1, 'Password is required'),
});
type LoginForm = z.infer<typeof schema>;

/** The login form. A success shows as a session; the page leads on from there. */
export function useLogin(email: string) {
  const [answer, setAnswer] = useState<LoginAnswer | null>(null);
  const form = useForm<LoginForm>({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '' },
    shouldFocusError: false,
  });

  const submit = form.handleSubmit(async (answers) => {
    setAnswer(null);
    const result = await logIn(answers).catch(
      (error: unknown): LoginAnswer => ({ kind: 'text', text: signInProblem(error) }),
    );
    // Where the dialog gives the focus back to: what there is to mend.
    if (result?.kind === 'incorrect-password') form.setFocus('password', { shouldSelect: true });
    if (result?.kind === 'not-found') form.setFocus('email', { shouldSelect: true });
    setAnswer(result);
  });

  return { form, submit, answer, clearAnswer: () => setAnswer(null) };
}

/** Null where it worked. */
async function logIn({ email, password }: LoginForm): Promise<LoginAnswer | null> {
  const captchaToken = await captchaPass('login');
  if (captchaToken === null) return { kind: 'text', text: captchaFailed };
  const { error } = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken } });
  if (!error) return null;
  return answerTo(error, email, asksForStatus(error) ? await accountStatus(email, captchaToken) : null);
}
