import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { ContactField } from '#domain/contact/contact-form.ts';
import { typedPhone } from '#domain/contact/phone.ts';
import { contactSubjects } from '#domain/contact/subjects.ts';
import type { useContactForm } from './use-contact-form.ts';

interface ContactFieldsProps {
  form: ReturnType<typeof useContactForm>;
  /** While it is on its way. */
  isReadOnly: boolean;
}

export function ContactFields({ form, isReadOnly }: ContactFieldsProps) {
  const text = (name: ContactField) => ({
    id: name,
    name,
    value: form.answers[name],
    onChange: (typed: string) => form.set(name, typed),
    error: form.problemOf(name),
    isReadOnly,
  });
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...text('name')} label="Name" autoComplete="name" isRequired />
        <TextField
          {...text('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired
        />
        <FormattedField
          {...text('phone')}
          label="Phone"
          inputMode="tel"
          autoComplete="tel-national"
          format={typedPhone}
          optional
        />
        <NativeSelect
          id="subject"
          label="Subject"
          options={contactSubjects}
          value={form.answers.subject}
          onChange={(value) => form.set('subject', value)}
          error={form.problemOf('subject')}
          isRequired
        />
      </div>
      <TextField {...text('message')} label="Message" rows={6} isRequired />
    </>
  );
}
