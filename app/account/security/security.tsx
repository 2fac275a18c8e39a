import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Card } from '#app/ui/layout/card.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { sendOwnCode } from '../auth-service.ts';
import { CodeField } from '../entry/code-field.tsx';
import { NewPasswordFields } from '../recovery/new-password-fields.tsx';
import { useNewPassword } from '../recovery/use-new-password.ts';
import { Devices } from './devices.tsx';
import { Part } from './part.tsx';
import { SecondFactor } from './second-factor.tsx';

export function Security() {
  return (
    <Card as="section" aria-labelledby="security">
      <h2 id="security" className="text-lg">
        <Trans>Login and security</Trans>
      </h2>
      <div className="mt-2 divide-y divide-line">
        <PasswordRow />
        <SecondFactor />
        <Devices />
      </div>
    </Card>
  );
}

function PasswordRow() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Part
      id="password"
      title={t`Password`}
      action={
        <Button variant="secondary" onPress={() => setOpen(true)}>
          <Trans>Change password</Trans>
        </Button>
      }
    >
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </Part>
  );
}

/** Changes the password of the signed-in person. A day after the login, the service also wants a code from an email. */
function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const [isCodeSent, setCodeSent] = useState(false);
  const { form, values, submit, busy, ready } = useNewPassword({ onSaved, onCodeNeeded: sendCode });
  const { control } = form;

  function onSaved(): void {
    onClose();
    notify('success', t`Your password was changed. Your other devices are logged out.`);
  }

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
            <CodeField control={control} label={t`Code from the email`} autoFocus />
          </>
        )}
        <FormProblem control={control} />
      </FormDialog>
    </FormProvider>
  );
}
