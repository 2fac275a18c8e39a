import { useWatch } from 'react-hook-form';
import { rememberedOrigin } from '#app/client/origin.ts';
import { useSession } from '#app/client/session.tsx';
import { useHistoryState } from '#app/client/use-history-state.ts';
import { PhoneAndForm } from '#app/site/drawings/phone-and-form.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { FormField } from './form-field.tsx';
import { formIssues } from './form-issues.ts';
import { GoLater } from './go-later.tsx';
import { readEntryState } from './navigation-state.ts';
import { SupportPhone } from './support-phone.tsx';
import { type LoginProblem, loginFields, useLogin } from './use-login.ts';

export const meta = () =>
  pageMeta({ title: 'Log in', description: 'Log in to your account.', path: '/login', index: false });

/** How long the confirmation stays before the account opens. */
const redirectDelay = 500;

export default function LoginPage() {
  const { status } = useSession();
  const state = useHistoryState();
  const origin = rememberedOrigin(state);
  const { form, submit, problem } = useLogin(readEntryState(state).email);
  const { control, formState } = form;
  const email = useWatch({ control, name: 'email' });
  return (
    <EntryLayout title="Log in" aside={<NewHere email={email} />}>
      {status === 'signed-in' ? (
        <p role="status" className="flex items-center gap-3 text-muted">
          <GoLater to={origin ?? '/account'} after={redirectDelay} />
          <Spinner />
          You are logged in. Opening your account...
        </p>
      ) : (
        <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
          {origin && <Banner>Please log in to access your account</Banner>}
          <ErrorSummary
            title="Please check these answers"
            issues={formIssues(formState.errors, loginFields)}
            attempt={formState.submitCount}
          />
          <FormField
            control={control}
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
          />
          <FormField
            control={control}
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          {problem && <Problem problem={problem} />}
          <Button
            type="submit"
            size="large"
            busy={formState.isSubmitting}
            className="w-full sm:w-auto sm:self-start"
          >
            {formState.isSubmitting ? 'Logging in...' : 'Log in'}
          </Button>
        </form>
      )}
    </EntryLayout>
  );
}

function Problem({ problem }: { problem: LoginProblem }) {
  const { text, unconfirmed } = problem;
  if (!unconfirmed) {
    return (
      <Banner kind="danger" announce>
        {text}
      </Banner>
    );
  }
  return (
    <Banner
      kind="warning"
      announce
      title={text}
      actions={
        <LinkButton to="/confirm-email" state={{ email: unconfirmed }} variant="secondary">
          Get a new link
        </LinkButton>
      }
    >
      Open the link in the mail that we sent you, then log in here.
    </Banner>
  );
}

function NewHere({ email }: { email: string }) {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <PhoneAndForm className="hidden w-64 text-action lg:block" />
      <section>
        <h2 className="text-xl">First time here?</h2>
        <p className="mt-3 mb-5 text-muted">
          With an account you send your tax papers safely, see where your return stands, and fetch your copies
          whenever you need them.
        </p>
        <LinkButton to="/signup" state={{ email }} variant="secondary">
          Create my account
        </LinkButton>
      </section>
      <section>
        <h2 className="text-lg">Can't get in?</h2>
        <p className="mt-2 text-muted">
          Call us at <SupportPhone /> and we sort it out together. We never ask for your password by email or
          phone.
        </p>
      </section>
    </div>
  );
}
