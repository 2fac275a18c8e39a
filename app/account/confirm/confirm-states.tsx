import { useLocation, useRevalidator } from 'react-router';
import { business } from '#app/business.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { AllDone } from '../entry/all-done.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { DelayedRedirect } from '../entry/delayed-redirect.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { readEntryState } from '../entry/entry-state.ts';
import { useEmailForm } from '../entry/use-email-form.ts';
import { ResendLink } from './resend-link.tsx';

/** How long the success message shows before the account opens. */
const SUCCESS_MS = 2000;

/** After the sign-up: the email with the link was sent. */
export function Waiting({ onConfirmed }: { onConfirmed: () => void }) {
  const { email, mailedAt } = readEntryState(useLocation().state);
  return (
    <EntryLayout
      title="Check your email"
      lead={
        email ? (
          <>
            We sent a link to <strong className="font-semibold break-words text-ink">{email}</strong>. Open it
            to finish.
          </>
        ) : (
          'Open the link that we sent you to finish.'
        )
      }
      aside={<Picture />}
    >
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>The email comes from {business.name} and may take a minute.</li>
        <li>Not in your inbox? Check your spam or junk folder.</li>
        <li>You can't log in until your email is confirmed.</li>
      </ul>
      <ConfirmByHand key={email} email={email} mailedAt={mailedAt} onConfirmed={onConfirmed} />
      <p className="mt-8 text-muted">
        Confirmed already?{' '}
        <SmartLink to="/login" className="link">
          Log in
        </SmartLink>
      </p>
      <p className="mt-2 text-muted">
        Is the address wrong?{' '}
        <SmartLink to="/signup" className="link">
          Sign up again
        </SmartLink>
      </p>
    </EntryLayout>
  );
}

/** `signedIn` is false if the link was opened in another browser than the one of the sign-up. */
export function Confirmed({ signedIn }: { signedIn: boolean }) {
  return (
    <EntryLayout
      title="Email Confirmed"
      lead={
        signedIn ? 'Your account is open. We are taking you there now.' : 'Thank you. You can log in now.'
      }
      aside={<Picture />}
    >
      <DelayedRedirect to="/account" after={SUCCESS_MS} />
      <AllDone to="/account" label="Go to Account" />
    </EntryLayout>
  );
}

export interface FailedProps {
  /** Whether the link may still work: there was no response. */
  again: boolean;
  signedIn: boolean;
}

export function Failed({ again, signedIn }: FailedProps) {
  const revalidator = useRevalidator();
  return (
    <EntryLayout
      title="Confirmation Error"
      lead="There was an error confirming your email. The link may have expired or already been used."
      aside={<Picture />}
    >
      <p role="alert">
        Please try logging in, or contact support at <SupportPhone /> if the issue persists.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {again && (
          <Button onPress={() => void revalidator.revalidate()} busy={revalidator.state === 'loading'}>
            Try the link again
          </Button>
        )}
        <LinkButton to={signedIn ? '/account' : '/login'} variant={again ? 'secondary' : 'primary'}>
          {signedIn ? 'Go to Account' : 'Go to login'}
        </LinkButton>
      </div>
      {!signedIn && (
        <>
          <h2 className="mt-12 mb-4 text-lg">Need a new link?</h2>
          <ConfirmByHand email="" mailedAt={0} />
        </>
      )}
    </EntryLayout>
  );
}

function Picture() {
  return <Envelope className="mx-auto w-full max-w-xs text-action lg:max-w-sm" />;
}

interface ConfirmByHandProps {
  /** From the sign-up. If it is empty, there is a field for it. */
  email: string;
  /** When the last email was sent, in milliseconds since 1970. */
  mailedAt: number;
  /** If it is set, there is a field for the code from the email. */
  onConfirmed?: () => void;
}

/** For a person who can't open the link here: enter the code from the email, or send the email again. */
function ConfirmByHand({ email: knownEmail, mailedAt, onConfirmed }: ConfirmByHandProps) {
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
