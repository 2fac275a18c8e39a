import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from '#app/shared/forms/zod.ts';
import { email } from '../rules.ts';

const schema = z.object({ email });

/** An email field that several actions on a screen use. */
export function useEmailForm(knownEmail = '') {
  const { control, getValues, trigger } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: knownEmail },
  });

  /** The email, or null after showing what is wrong with it. */
  async function checkedEmail(): Promise<string | null> {
    const isValid = await trigger('email', { shouldFocus: true });
    return isValid ? schema.parse(getValues()).email : null;
  }

  return { control, checkedEmail };
}
