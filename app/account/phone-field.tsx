import { useRef } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { TextField } from '#app/ui/text-field.tsx';
import { formatPhone, phoneCaret, phoneDigits } from '#domain/phone.ts';

export interface PhoneFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  hint?: string;
}

/** Groups the digits while they are typed; the caret stays behind the digit that it was behind. */
export function PhoneField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
}: PhoneFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const input = useRef<HTMLInputElement | null>(null);

  function onChange(text: string): void {
    const formatted = formatPhone(text);
    const element = input.current;
    if (element && formatted !== text) {
      const before = phoneDigits(text.slice(0, element.selectionStart ?? text.length)).length;
      const caret = phoneCaret(formatted, before);
      // Set here and now: when React writes a changed value later, it throws the caret to the end.
      element.value = formatted;
      element.setSelectionRange(caret, caret);
    }
    field.onChange(formatted);
  }

  return (
    <TextField
      id={name}
      name={name}
      label={label}
      hint={hint}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      value={field.value}
      onChange={onChange}
      onBlur={field.onBlur}
      inputRef={(element) => {
        input.current = element;
        field.ref(element);
      }}
      error={fieldState.error?.message}
    />
  );
}
