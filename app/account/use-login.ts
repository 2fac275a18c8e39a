import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { captchaPass } from '#app/client/captcha/captcha.ts';
import { signInProblem } from '#app/client/error-wording.ts';
import { supabase } from '#app/client/supabase.ts';
import { z } from '#app/client/zod.ts';

export const loginFields = ['email', 'password'] as const;

const schema = z.object({
  email: z.string().trim().min(1, 'Email is required'),
  password: z.string().min(1, 'Password is required'),
});
type LoginForm = z.infer<typeof schema>;

export interface LoginProblem {
  text: string;
  /** The address that waits for its confirmation, when that is the problem. */
  unconfirmed: string | null;
}

/** The login form. A success shows as a session; the page leads on from there. */
export function useLogin(email: string) {
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const form = useForm<LoginForm>({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '' },
    shouldFocusError: false,
  });

  const submit = form.handleSubmit(async (answers) => {
    setProblem(null);
    const captchaToken = await captchaPass('login');
    if (captchaToken === null) {
      setProblem({ text: 'Captcha Security verification failed. Please try again.', unconfirmed: null });
      return;
    }
    const { error } = await supabase.auth.signInWithPassword({ ...answers, options: { captchaToken } });
    if (!error) return;
    setProblem({
      text: signInProblem(error),
      unconfirmed: error.code === 'email_not_confirmed' ? answers.email : null,
    });
  });

  return { form, submit, problem };
}
