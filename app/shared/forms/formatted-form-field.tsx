import type { FieldValues } from 'react-hook-form';
import { FormattedField, type FormattedFieldProps } from '#app/ui/fields/formatted-field.tsx';
import { typedPhone } from '#domain/contact/phone.ts';
import { type ControlledProps, type SetProps, useField } from './form-field.tsx';

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
