import { zodResolver } from '@hookform/resolvers/zod';
import type { Control, FieldPath } from 'react-hook-form';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { z } from '#app/shared/forms/zod.ts';

/** For a form that asks for a code only. */
export const codeForm = (missing: string) => ({
  resolver: zodResolver(z.object({ code: z.string().refine((code) => code.trim() !== '', missing) })),
  defaultValues: { code: '' },
});

interface CodeFieldProps<Values extends { code: string }> {
  control: Control<Values>;
  label: string;
  autoFocus?: boolean;
}

/** A code of digits, from an app or an email. */
export function CodeField<Values extends { code: string }>({ control, ...rest }: CodeFieldProps<Values>) {
  return (
    <FormField
      {...rest}
      control={control}
      name={'code' as FieldPath<Values>}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      className="figures sm:max-w-60"
    />
  );
}
