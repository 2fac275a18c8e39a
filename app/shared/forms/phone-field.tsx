import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { typedPhone } from '#domain/contact/phone.ts';

export interface PhoneFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  hint?: string;
}

/** Groups the digits while they are typed. */
export function PhoneField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
}: PhoneFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <FormattedField
      id={name}
      name={name}
      label={label}
      hint={hint}
      inputMode="tel"
      autoComplete="tel-national"
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      format={typedPhone}
      error={fieldState.error?.message}
    />
  );
}
