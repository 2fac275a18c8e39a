import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { sendOwnCode } from '../auth-service.ts';
import { NewPasswordFields } from '../recovery/new-password-fields.tsx';
import { useNewPassword } from '../recovery/use-new-password.ts';

/** Changes the password of the signed-in person. A day after the login, the service also wants a code from an email. */
export function PasswordDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const [isCodeSent, setCodeSent] = useState(false);
  const { form, values, submit, busy, ready } = useNewPassword({ onSaved, onCodeNeeded: sendCode });
  const { control } = form;

  async function sendCode(): Promise<void> {
    try {
      await sendOwnCode();
    } catch (error) {
      form.setError('root', { message: messageOf(error, t) });
      return;
    }
    form.setValue('code', '');
    setCodeSent(true);
    if (isCodeSent) form.setFocus('code');
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={t`Change your password`}
        action={busy ? t`Updating...` : t`Change password`}
        busy={busy}
        isReady={ready && !(isCodeSent && values.code === '')}
        className="flex flex-col gap-5"
        onClose={onClose}
        onSubmit={() => void submit()}
      >
        <p className="text-muted">{t`You’ll need to log in again on your other devices.`}</p>
        <input type="email" name="email" autoComplete="username" defaultValue={user?.email} hidden />
        <NewPasswordFields />
        {isCodeSent && (
          <>
            <Banner announce>
              <Trans>
                It’s been a while since you logged in. To make sure it’s you, we sent a code to{' '}
                {{ email: user?.email ?? '' }}.
              </Trans>
            </Banner>
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
          </>
        )}
        <FormProblem control={control} />
      </FormDialog>
    </FormProvider>
  );
}
