import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useForm, useWatch } from 'react-hook-form';
import { newPasswordProblem } from '#app/account/entry/problems.ts';
import { failureOf } from '#app/shared/api/error-wording.ts';
import { z } from '#app/shared/forms/zod.ts';
import type { Translate } from '#domain/language/translate.ts';
import { changeAccount } from '../auth-service.ts';
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

export function useNewPassword({ onSaved, onCodeNeeded }: Options) {
  const { t } = useLingui();
  const form = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: { ...blankNewPassword, code: '' },
  });
  const { control, formState, handleSubmit, setError } = form;
  const values = useWatch({ control });

  const submit = handleSubmit(async ({ newPassword: password, code }) => {
    try {
      await changeAccount({ password, ...(code !== '' && { nonce: code }) });
    } catch (error) {
      const refusal = failureOf(error).code;
      if (refusal === 'reauthentication_needed' && onCodeNeeded) return onCodeNeeded();
      const message = newPasswordProblem(error, t);
      const isAboutPassword = refusal === 'weak_password' || refusal === 'same_password';
      if (isAboutPassword) setError('newPassword', { message }, { shouldFocus: true });
      else setError('root', { message });
      return;
    }
    onSaved();
  });

  return { form, values, submit, busy: formState.isSubmitting, ready: isComplete(values) };
}
