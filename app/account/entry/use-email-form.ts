import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { z } from '#app/shared/forms/zod.ts';
import type { Translate } from '#domain/language/translate.ts';
import { email } from '../rules.ts';

const schema = (t: Translate) => z.object({ email: email(t) });

export function useEmailForm(knownEmail = '') {
  const { t } = useLingui();
  const { control, getValues, trigger } = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: { email: knownEmail },
  });

  /** The email, or null after showing what is wrong with it. */
  async function checkedEmail(): Promise<string | null> {
    const isValid = await trigger('email', { shouldFocus: true });
    return isValid ? schema(t).parse(getValues()).email : null;
  }

  return { control, checkedEmail };
}
