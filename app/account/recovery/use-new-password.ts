import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useForm, useWatch } from 'react-hook-form';
import { newPasswordProblem } from '#app/account/entry/problems.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { z } from '#app/shared/forms/zod.ts';
import type { Translate } from '#domain/language/translate.ts';
import { blankNewPassword, isComplete, newPasswordShape } from './new-password-fields.tsx';

const schema = (t: Translate) =>
  z.object({
    ...newPasswordShape(t),
    /** From an email, if the service asks for one. */
    code: z.string().transform((text) => text.replace(/\s/g, '')),
  });

interface Options {
  onSaved: () => void;
  /** The session is old: the service wants a code first, which it emails when asked. */
  onCodeNeeded?: () => void;
}

/** The form for a new password of the signed-in person. */
export function useNewPassword({ onSaved, onCodeNeeded }: Options) {
  const { t } = useLingui();
  const form = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: { ...blankNewPassword, code: '' },
  });
  const { control, formState, handleSubmit, setError } = form;
  const values = useWatch({ control });

  const submit = handleSubmit(async ({ newPassword: password, code }) => {
    const error: unknown = await supabase.auth
      .updateUser({ password, ...(code === '' ? {} : { nonce: code }) })
      .then(
        (answer) => answer.error,
        (thrown: unknown) => thrown,
      );
    if (!error) return onSaved();
    const errorCode = codeOf(error);
    if (errorCode === 'reauthentication_needed' && onCodeNeeded) return onCodeNeeded();
    const isAboutPassword = errorCode === 'weak_password' || errorCode === 'same_password';
    const message = newPasswordProblem(error, t);
    if (isAboutPassword) setError('newPassword', { message }, { shouldFocus: true });
    else setError('root', { message });
  });

  return { form, values, submit, busy: formState.isSubmitting, ready: isComplete(values) };
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
