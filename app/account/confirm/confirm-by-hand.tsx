import { FormField } from '#app/shared/forms/form-field.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { useEmailForm } from '../entry/use-email-form.ts';
import { ResendLink } from './resend-link.tsx';

export interface ConfirmByHandProps {
  /** From the sign-up. If it is empty, there is a field for it. */
  email: string;
  /** When the last email was sent, in milliseconds since 1970. */
  mailedAt: number;
  /** If it is set, there is a field for the code from the email. */
  onConfirmed?: () => void;
}

/** For a person who can't open the link here: enter the code from the email, or send the email again. */
export function ConfirmByHand({ email: knownEmail, mailedAt, onConfirmed }: ConfirmByHandProps) {
  const { control, checkedEmail } = useEmailForm(knownEmail);
  return (
    <div className="flex flex-col gap-6">
      {!knownEmail && (
        <FormField
          control={control}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label="Email you signed up with"
        />
      )}
      <ResendLink checkedEmail={checkedEmail} mailedAt={mailedAt} />
      {onConfirmed && <CodeForm checkedEmail={checkedEmail} onConfirmed={onConfirmed} />}
    </div>
  );
}
