import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';

export interface ControlledProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Also the id of the field, which the error summary links to. */
  name: FieldPath<Values>;
  /** Fields that are validated again when this one changes. */
  deps?: FieldPath<Values>[];
}

/** The props that `useField` sets. */
export type SetProps = 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef';

export type FormFieldProps<Values extends FieldValues> = ControlledProps<Values> &
  Omit<TextFieldProps, SetProps>;

/** A text field of a react-hook-form form, with its error message. */
export function FormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
  const { control, name, deps, ...rest } = props;
  return <TextField {...rest} {...useField(control, name, deps)} />;
}

/** What a field of a form needs, also one that formats what is typed. */
export function useField<Values extends FieldValues>(
  control: Control<Values>,
  name: FieldPath<Values>,
  deps?: FieldPath<Values>[],
  formatted = (text: string) => text,
) {
  const { field, fieldState } = useController({ control, name, ...(deps ? { rules: { deps } } : {}) });
  useEarlyInput(name, field.value, (text) => field.onChange(formatted(text)));
  return {
    id: name,
    name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: fieldState.error?.message,
  };
}
