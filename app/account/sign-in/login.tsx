import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { formIssues } from '#app/shared/forms/form-issues.ts';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { rememberedOrigin } from '#app/shared/session/origin.ts';
import { type ClientSession, useSession } from '#app/shared/session/session.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { DelayedRedirect } from '../entry/delayed-redirect.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { readEntryState } from '../entry/entry-state.ts';
import { Help } from '../entry/help.tsx';
import { isQuestion, type LoginAnswer } from './login-answer.ts';
import { loginFields, loginParts, useLogin } from './use-login.ts';

export const meta = () =>
  pageMeta({ title: 'Log in', description: 'Log in to your account.', path: '/login', index: false });

const LoginDialog = lazy(loginParts.dialog);
const SecondFactorStep = lazy(loginParts.secondStep);

/** How long the confirmation shows before the account opens. */
const REDIRECT_MS = 500;

export default function LoginPage() {
  const { status, secondFactor, endedBy } = useSession();
  const state = useHistoryState();
  const origin = rememberedOrigin(state);
  const { email } = readEntryState(state);
  if (status !== 'signed-in') {
    return <LoginForm email={email} reason={reasonFor(origin !== null, endedBy)} />;
  }
  if (secondFactor === 'missing') {
    return (
      <EntryLayout title="Second step" aside={<Help picture={PhoneAndForm} />}>
        <Suspense fallback={<Spinner />}>
          <SecondFactorStep />
        </Suspense>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout title="Log in" aside={<NewHere email="" />}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <DelayedRedirect to={origin ?? '/account'} after={REDIRECT_MS} />
        <Spinner />
        You are logged in. Opening your account...
      </p>
    </EntryLayout>
  );
}

/** Why the login is shown to a person who did not ask for it. */
function reasonFor(isRedirected: boolean, endedBy: ClientSession['endedBy']): string | null {
  if (endedBy === 'idle') return 'You were logged out because you were inactive. Log in to continue.';
  return isRedirected ? 'Please log in to access your account' : null;
}

function LoginForm({ email: knownEmail, reason }: { email: string; reason: string | null }) {
  const { form, submit, preload, busy, answer, clearAnswer } = useLogin(knownEmail);
  const { control, formState } = form;
  const email = useWatch({ control, name: 'email' });
  return (
    <EntryLayout title="Log in" aside={<NewHere email={email} />}>
      <form method="post" noValidate onSubmit={submit} onFocus={preload} className="flex flex-col gap-5">
        {reason && <Banner>{reason}</Banner>}
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
        <LoginProblem answer={answer} />
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
          <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
            {busy ? 'Logging in...' : 'Log in'}
          </SubmitButton>
          <SmartLink to="/password-reset" state={{ email }} className="link self-start py-2 sm:self-auto">
            Forgot your password?
          </SmartLink>
        </div>
      </form>
      {answer && isQuestion(answer) && (
        <Suspense>
          <LoginDialog answer={answer} onClose={clearAnswer} />
        </Suspense>
      )}
    </EntryLayout>
  );
}

/** The part of the answer to a failed login that is shown in the page. */
function LoginProblem({ answer }: { answer: LoginAnswer | null }) {
  if (answer?.kind === 'text') {
    return (
      <Banner kind="danger" announce>
        {answer.text}
      </Banner>
    );
  }
  if (answer?.kind !== 'unconfirmed') return null;
  return (
    <Banner
      kind="warning"
      announce
      title={answer.text}
      actions={
        <LinkButton to="/confirm-email" state={{ email: answer.email }} variant="secondary">
          Get a new link
        </LinkButton>
      }
    >
      Open the link in the email that we sent you, then log in here.
    </Banner>
  );
}

/** Beside the login: for people who have no account yet or can't log in. */
function NewHere({ email }: { email: string }) {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <PhoneAndForm className="hidden w-64 text-action lg:block" />
      <section>
        <h2 className="text-xl">First time here?</h2>
        <p className="mt-3 mb-5 text-muted">
          With an account, you can send your tax papers safely, follow your return, and download your copies
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
