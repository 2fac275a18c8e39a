import { useLingui } from '@lingui/react/macro';
import { type Control, useForm, useFormState } from 'react-hook-form';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { formIssues } from '#app/shared/forms/form-issues.ts';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { ruleResolver } from '#app/shared/forms/rule-resolver.ts';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { type BookingAnswers, bookingFields, bookingIssues, emptyBooking } from '#domain/booking/fields.ts';
import type { Translate } from '#domain/language/translate.ts';

const resolver = (t: Translate) =>
  ruleResolver<BookingAnswers>((answers) =>
    Object.fromEntries(bookingIssues(answers, t).map(({ field, message }) => [field, message])),
  );

/** The form for the visitor's name, phone and e-mail. Errors show after the first attempt to send it. */
export function usePersonForm(defaultValues: BookingAnswers = emptyBooking) {
  const { t } = useLingui();
  // The error summary takes the focus.
  return useForm<BookingAnswers>({ resolver: resolver(t), defaultValues, shouldFocusError: false });
}

interface PersonFieldsProps {
  control: Control<BookingAnswers>;
  /** While the answers are being sent. */
  isReadOnly: boolean;
}

/** Who the appointment is for. */
export function PersonFields({ control, isReadOnly }: PersonFieldsProps) {
  const { t } = useLingui();
  const { errors, submitCount } = useFormState({ control });
  return (
    <>
      <ErrorSummary
        title={t`Please check these answers`}
        issues={formIssues(errors, bookingFields)}
        attempt={submitCount}
      />
      <FormField
        control={control}
        name="name"
        label={t`Full name`}
        autoComplete="name"
        isRequired
        isReadOnly={isReadOnly}
      />
      <PhoneFormField
        control={control}
        name="phone"
        label={t`Phone`}
        hint={t`US phone numbers only`}
        autoComplete="tel"
        withCountry
        isRequired
        isReadOnly={isReadOnly}
      />
      <FormField
        control={control}
        name="email"
        label={t`Email`}
        hint={t`We’ll send a confirmation now and a reminder the day before.`}
        type="email"
        inputMode="email"
        autoComplete="email"
        optional
        isReadOnly={isReadOnly}
      />
    </>
  );
}
