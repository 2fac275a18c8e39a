import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { changeAccount, sendOwnCode } from '../auth-service.ts';

const schema = (t: Translate) =>
  z.object({
    code: z
      .string()
      .transform((text) => text.replace(/\s/g, ''))
      .refine((code) => code !== '', t(msg`Enter the code from the email`)),
  });

/** Before staff set up their first app: a code from their mailbox, since the password may be stolen. */
export function MailProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const { clearErrors, control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: { code: '' },
  });
  const busy = isSending || formState.isSubmitting;
  const address = <strong className="break-words text-ink">{user?.email}</strong>;

  async function sendCode(): Promise<void> {
    setSending(true);
    clearErrors('root');
    try {
      await sendOwnCode();
      setSent(true);
    } catch (error) {
      setError('root', { message: messageOf(error, t) });
    }
    setSending(false);
  }

  const submitCode = handleSubmit(async ({ code }) => {
    try {
      await changeAccount({ nonce: code });
    } catch (error) {
      if (failureOf(error).code === 'reauthentication_not_valid') {
        const message = t`That code is wrong or has expired. Check it, or send the email again`;
        setError('code', { message }, { shouldFocus: true });
      } else setError('root', { message: messageOf(error, t) });
      return;
    }
    onProven();
  });

  return (
    <FormDialog
      title={t`First, enter a code from your email`}
      action={isSent ? t`Continue` : t`Send the code`}
      busy={busy}
      className="flex flex-col gap-5"
      onClose={onClose}
      onSubmit={() => void (isSent ? submitCode() : sendCode())}
    >
      <p className="text-muted">
        {isSent ? (
          <Trans>We sent a code to {address}.</Trans>
        ) : (
          <Trans>To make sure it’s you, we’ll send a code to {address}.</Trans>
        )}
      </p>
      {isSent && (
        <>
          <FormField
            control={control}
            name="code"
            label={t`Code from the email`}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
            className="figures sm:max-w-60"
          />
          <Button
            variant="quiet"
            className="-ml-5 self-start"
            isDisabled={busy}
            onPress={() => void sendCode()}
          >
            <Trans>Send the email again</Trans>
          </Button>
        </>
      )}
      <FormProblem control={control} />
    </FormDialog>
  );
}
