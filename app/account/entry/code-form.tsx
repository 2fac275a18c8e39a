import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { FormattedFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { groupedAsTyped, type Typed } from '#domain/text/digit-groups.ts';
import { logInByCode } from '../auth-service.ts';
import type { Flow } from './started-flow.ts';

const CODE_LENGTH = 8;
const formatCode = (typed: Typed) => groupedAsTyped(typed, [CODE_LENGTH]);

const schema = (t: Translate) =>
  z.object({
    code: z.string().length(CODE_LENGTH, t(msg`Enter the ${{ count: CODE_LENGTH }} digits of the code`)),
  });

export interface CodeFormProps {
  /** What the email was for. */
  type: Flow;
  /** The email that the code was sent to, or null after showing that it is invalid. */
  checkedEmail: () => Promise<string | null>;
  onConfirmed: () => void;
}

/** The code from an email, for a person who reads the email on another device. */
export function CodeForm({ type, checkedEmail, onConfirmed }: CodeFormProps) {
  const { t } = useLingui();
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: { code: '' },
  });

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const email = await checkedEmail();
    if (email === null) return;
    await handleSubmit(async ({ code }) => {
      try {
        await logInByCode(type, email, code);
      } catch (error) {
        const isWrong = failureOf(error).code === 'otp_expired';
        const message = isWrong
          ? t`That code is wrong or has expired. Check it, or send the email again`
          : messageOf(error, t);
        setError('code', { message }, { shouldFocus: true });
        return;
      }
      onConfirmed();
    })();
  }

  return (
    <form
      method="post"
      noValidate
      className="flex flex-col items-start gap-4 border-t border-line pt-8"
      onSubmit={(event) => void submit(event)}
    >
      <div>
        <h2 className="text-lg">{t`Reading the email on another device?`}</h2>
        <p className="mt-1 text-muted">{t`Enter the eight digits from it here.`}</p>
      </div>
      <FormattedFormField
        control={control}
        name="code"
        label={t`Code from the email`}
        inputMode="numeric"
        autoComplete="one-time-code"
        format={formatCode}
        className="figures w-full sm:max-w-60"
      />
      <Button type="submit" variant="secondary" busy={formState.isSubmitting}>
        {type === 'signup' ? t`Confirm my email` : t`Choose a new password`}
      </Button>
    </form>
  );
}
