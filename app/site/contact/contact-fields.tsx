import { useLingui } from '@lingui/react/macro';
import { type Control, useController } from 'react-hook-form';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import type { ContactAnswers } from '#domain/contact/contact-form.ts';
import { contactSubjects } from '#domain/contact/subjects.ts';

interface ContactFieldsProps {
  control: Control<ContactAnswers>;
  /** While the message is being sent. */
  isReadOnly: boolean;
}

export function ContactFields({ control, isReadOnly }: ContactFieldsProps) {
  const { t } = useLingui();
  const subject = useController({ control, name: 'subject' });
  useEarlyInput('subject', subject.field.value, subject.field.onChange);
  const common = { control, isReadOnly };
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <FormField {...common} name="name" label={t`Name`} autoComplete="name" isRequired />
        <FormField
          {...common}
          name="email"
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired
        />
        <PhoneFormField {...common} name="phone" label={t`Phone`} optional />
        <NativeSelect
          id="subject"
          label={t`Subject`}
          options={contactSubjects.map(({ value, label }) => ({ value, label: t(label) }))}
          value={subject.field.value}
          onChange={subject.field.onChange}
          error={subject.fieldState.error?.message}
          isRequired
        />
      </div>
      <FormField {...common} name="message" label={t`Message`} rows={6} isRequired />
    </>
  );
}
