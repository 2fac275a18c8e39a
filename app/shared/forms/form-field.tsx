import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { FormattedField, type FormattedFieldProps } from '#app/ui/fields/formatted-field.tsx';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';
import { typedPhone } from '#domain/contact/phone.ts';

interface ControlledProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Also the id of the field, which the error summary links to. */
  name: FieldPath<Values>;
  /** Fields that are validated again when this one changes. */
  deps?: FieldPath<Values>[];
}

/** The props that `useField` sets. */
type SetProps = 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef';

export type FormFieldProps<Values extends FieldValues> = ControlledProps<Values> &
  Omit<TextFieldProps, SetProps>;

/** A text field of a react-hook-form form, with its error message. */
export function FormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
  const { control, name, deps, ...rest } = props;
  return <TextField {...rest} {...useField(control, name, deps)} />;
}

export type FormattedFormFieldProps<Values extends FieldValues> = ControlledProps<Values> &
  Omit<FormattedFieldProps, SetProps>;

/** A form field whose text is formatted while it is typed. */
export function FormattedFormField<Values extends FieldValues>(props: FormattedFormFieldProps<Values>) {
  const { control, name, deps, ...rest } = props;
  const formatted = (text: string) => rest.format?.({ text, cursor: text.length }).text ?? text;
  return <FormattedField {...rest} {...useField(control, name, deps, formatted)} />;
}

/** A US phone number. Groups the digits while they are typed. */
export function PhoneField<Values extends FieldValues>(
  props: Omit<FormattedFormFieldProps<Values>, 'format'>,
) {
  return <FormattedFormField inputMode="tel" autoComplete="tel-national" {...props} format={typedPhone} />;
}

function useField<Values extends FieldValues>(
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
