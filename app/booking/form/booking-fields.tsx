import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { BookingField } from '#domain/booking/fields.ts';
import { typedUsPhone } from '#domain/booking/us-phone.ts';
import type { BookingFormState } from './use-booking-form.ts';

interface BookingFieldsProps {
  form: BookingFormState;
  /** While it is on its way. */
  isReadOnly: boolean;
}

/** Who comes: the same three questions on the booking page and in the calendar opened by itself. */
export function BookingFields({ form, isReadOnly }: BookingFieldsProps) {
  const field = (name: BookingField) => ({
    id: name,
    name,
    value: form.answers[name],
    onChange: (text: string) => form.set(name, text),
    error: form.issues.find((issue) => issue.field === name)?.message,
    isReadOnly,
  });
  return (
    <>
      <ErrorSummary
        title="Please check these answers"
        issues={form.issues.map((issue) => ({ fieldId: issue.field, message: issue.message }))}
        attempt={form.attempt}
      />
      <TextField {...field('name')} label="Full name" autoComplete="name" isRequired />
      <FormattedField
        {...field('phone')}
        label="Phone"
        hint="US phone numbers only"
        inputMode="tel"
        autoComplete="tel"
        format={typedUsPhone}
        isRequired
      />
      <TextField
        {...field('email')}
        label="Email"
        hint="For the confirmation and a reminder the day before."
        type="email"
        inputMode="email"
        autoComplete="email"
        optional
      />
    </>
  );
}
