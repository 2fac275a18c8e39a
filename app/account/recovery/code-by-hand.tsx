import { FormField } from '#app/shared/forms/form-field.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { useEmailForm } from '../entry/use-email-form.ts';

/** The code from a recovery email, for a link that doesn't work here because another browser asked for it. */
export function CodeByHand({ onConfirmed }: { onConfirmed: () => void }) {
  const { control, checkedEmail } = useEmailForm();
  return (
    <div className="mt-10 flex flex-col gap-6">
      <FormField
        control={control}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        label="Your email"
      />
      <CodeForm
        type="recovery"
        label="Choose a new password"
        checkedEmail={checkedEmail}
        onConfirmed={onConfirmed}
      />
    </div>
  );
}
