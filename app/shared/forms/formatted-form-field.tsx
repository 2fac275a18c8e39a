import { useLingui } from '@lingui/react/macro';
import type { FieldValues } from 'react-hook-form';
import { FormattedField, type FormattedFieldProps } from '#app/ui/fields/formatted-field.tsx';
import { usNumbersOnly } from '#domain/contact/hints.ts';
import { phoneProblem, typedPhone, typedPhoneWithCountry } from '#domain/contact/phone.ts';
import { type ControlledProps, type SetProps, useField } from './form-field.tsx';

export type FormattedFormFieldProps<Values extends FieldValues> = ControlledProps<Values> &
  Omit<FormattedFieldProps, SetProps>;

export function FormattedFormField<Values extends FieldValues>(props: FormattedFormFieldProps<Values>) {
  const { control, name, deps, ...rest } = props;
  const formatted = (text: string) => rest.format?.({ text, cursor: text.length }).text ?? text;
  return <FormattedField {...rest} {...useField(control, name, deps, formatted)} />;
}

export function PhoneFormField<Values extends FieldValues>({
  control,
  name,
  deps,
  ...rest
}: Omit<FormattedFormFieldProps<Values>, 'format'> & Pick<PhoneFieldProps, 'withCountry'>) {
  const format = phoneFormat(rest.withCountry);
  const formatted = (text: string) => format({ text, cursor: text.length }).text;
  return <PhoneField autoComplete="tel-national" {...rest} {...useField(control, name, deps, formatted)} />;
}

export interface PhoneFieldProps extends Omit<FormattedFieldProps, 'format'> {
  /** Shows +1 before the number. */
  withCountry?: boolean;
}

/** A US phone number. Groups the digits while they are typed, and says at once what can't become such a number. */
export function PhoneField({ withCountry, error, ...rest }: PhoneFieldProps) {
  const { t } = useLingui();
  const shown = phoneProblem(rest.value) === 'not_us' ? t(usNumbersOnly) : error;
  return <FormattedField inputMode="tel" {...rest} format={phoneFormat(withCountry)} error={shown} />;
}

const phoneFormat = (withCountry = false) => (withCountry ? typedPhoneWithCountry : typedPhone);
