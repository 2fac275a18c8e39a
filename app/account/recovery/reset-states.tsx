import { Trans, useLingui } from '@lingui/react/macro';
import { FormProvider } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { useNavigate } from '#app/language/links.tsx';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { AllDone } from '../entry/all-done.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { DelayedRedirect } from '../entry/delayed-redirect.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { Help } from '../entry/help.tsx';
import { useEmailForm } from '../entry/use-email-form.ts';
import { SecondFactorStep } from '../sign-in/second-factor-step.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type ResetLinkProblem, resetLinkTexts } from './reset-link.ts';
import { useNewPassword } from './use-new-password.ts';

/** How long the success message shows before the account opens. */
const SUCCESS_MS = 3000;

export function InvalidLink({ problem }: { problem: ResetLinkProblem }) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const again = problem === 'unreachable';
  return (
    <EntryLayout title={t`Choose a new password`} aside={<Help picture={Envelope} />}>
      <Problem>{t(resetLinkTexts[problem])}</Problem>
      <div className="mt-6 flex flex-wrap gap-3">
        {again && (
          <Button onPress={() => void revalidator.revalidate()} busy={revalidator.state === 'loading'}>
            <Trans>Try the link again</Trans>
          </Button>
        )}
        <LinkButton to="/password-reset" variant={again ? 'secondary' : 'primary'}>
          <Trans>Send me a new link</Trans>
        </LinkButton>
        <LinkButton to="/login" variant="quiet">
          <Trans>Back to login</Trans>
        </LinkButton>
      </div>
      {problem === 'other-browser' && (
        <CodeByHand onConfirmed={() => void navigate('/reset-password', { state: { recovered: true } })} />
      )}
    </EntryLayout>
  );
}

/** Access to the mailbox is not enough to change the password of a person who set up a second factor. */
export function SecondStep() {
  const { t } = useLingui();
  return (
    <EntryLayout title={t`Enter a code`} aside={<Help picture={Seal} />}>
      <SecondFactorStep />
    </EntryLayout>
  );
}

export function NewPasswordScreen({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui();
  const { user, profile } = useSession();
  const { form, submit, busy, ready } = useNewPassword({ onSaved });
  const email = user?.email ?? '';
  return (
    <EntryLayout
      title={t`Choose a new password`}
      lead={
        <Trans>
          For <span className="break-words">{email}</span>. You’ll need to log in again on your other devices.
        </Trans>
      }
      aside={<Help picture={Seal} />}
    >
      <FormProvider {...form}>
        <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
          {/* For password managers: the account of the password. */}
          <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
          <NewPasswordFields
            knownAbout={[profile?.first_name ?? '', profile?.last_name ?? '', email.split('@')[0] ?? '']}
          />
          <FormProblem control={form.control} />
          <Button
            type="submit"
            size="large"
            busy={busy}
            isDisabled={!ready}
            className="w-full sm:w-auto sm:self-start"
          >
            {busy ? t`Updating...` : t`Update my password`}
          </Button>
        </form>
      </FormProvider>
    </EntryLayout>
  );
}

export function Updated() {
  const { t } = useLingui();
  return (
    <EntryLayout
      takesOver
      title={t`Password updated`}
      lead={t`Your new password works now. Taking you to your account.`}
      aside={<Help picture={Seal} />}
    >
      <DelayedRedirect to="/account" after={SUCCESS_MS} />
      <AllDone to="/account" label={t`Go to Account`} />
    </EntryLayout>
  );
}

/** The code from a recovery email, for a link that doesn't work here because another browser asked for it. */
function CodeByHand({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useLingui();
  const { control, checkedEmail } = useEmailForm();
  return (
    <div className="mt-10 flex flex-col gap-6">
      <FormField
        control={control}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        label={t`Your email`}
      />
      <CodeForm
        type="recovery"
        label={t`Choose a new password`}
        checkedEmail={checkedEmail}
        onConfirmed={onConfirmed}
      />
    </div>
  );
}
