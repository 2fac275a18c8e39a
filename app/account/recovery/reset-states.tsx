import { FormProvider } from 'react-hook-form';
import { useNavigate, useRevalidator } from 'react-router';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
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
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const again = problem === 'unreachable';
  return (
    <EntryLayout title="Choose a new password" aside={<Help picture={Envelope} />}>
      <Banner kind="danger" announce>
        {resetLinkTexts[problem]}
      </Banner>
      <div className="mt-6 flex flex-wrap gap-3">
        {again && (
          <Button onPress={() => void revalidator.revalidate()} busy={revalidator.state === 'loading'}>
            Try the link again
          </Button>
        )}
        <LinkButton to="/password-reset" variant={again ? 'secondary' : 'primary'}>
          Send me a new link
        </LinkButton>
        <LinkButton to="/login" variant="quiet">
          Back to login
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
  return (
    <EntryLayout title="Second step" aside={<Help picture={Seal} />}>
      <SecondFactorStep />
    </EntryLayout>
  );
}

export function NewPasswordScreen({ onSaved }: { onSaved: () => void }) {
  const { user, profile } = useSession();
  const { form, submit, busy, ready } = useNewPassword({ onSaved });
  const email = user?.email ?? '';
  return (
    <EntryLayout
      title="Choose a new password"
      lead={
        <>
          For <span className="break-words">{email}</span>. Your other devices then have to log in again.
        </>
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
            {busy ? 'Updating...' : 'Update my password'}
          </Button>
        </form>
      </FormProvider>
    </EntryLayout>
  );
}

export function Updated() {
  return (
    <EntryLayout
      takesOver
      title="Password updated"
      lead="Your new password works from now on. We are taking you to your account."
      aside={<Help picture={Seal} />}
    >
      <DelayedRedirect to="/account" after={SUCCESS_MS} />
      <AllDone to="/account" label="Go to Account" />
    </EntryLayout>
  );
}

/** The code from a recovery email, for a link that doesn't work here because another browser asked for it. */
function CodeByHand({ onConfirmed }: { onConfirmed: () => void }) {
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
