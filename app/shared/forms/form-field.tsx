import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';

export interface FormFieldProps<Values extends FieldValues>
  extends Omit<TextFieldProps, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef'> {
  control: Control<Values>;
  /** Also the field's id, which the error summary links to. */
  name: FieldPath<Values>;
  /** Fields whose answer depends on this one: they are judged again with it. */
  deps?: FieldPath<Values>[];
}

/** A text field of a form, with its message beside it. */
export function FormField<Values extends FieldValues>({
  control,
  name,
  deps,
  ...rest
}: FormFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, ...(deps ? { rules: { deps } } : {}) });
  return (
    <TextField
      {...rest}
      id={name}
      name={name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
