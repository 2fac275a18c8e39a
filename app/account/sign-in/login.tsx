import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { formIssues } from '#app/shared/forms/form-issues.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { rememberedOrigin } from '#app/shared/session/origin.ts';
import { type ClientSession, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { readEntryState } from '../entry/entry-state.ts';
import { GoLater } from '../entry/go-later.tsx';
import { Help } from '../entry/help.tsx';
import { isQuestion } from './login-answer.ts';
import { LoginProblem } from './login-problem.tsx';
import { NewHere } from './new-here.tsx';
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
    return <LoginForm key={email} email={email} reason={reasonFor(origin !== null, endedBy)} />;
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
        <GoLater to={origin ?? '/account'} after={REDIRECT_MS} />
        <Spinner />
        You are logged in. Opening your account...
      </p>
    </EntryLayout>
  );
}

/** Why the login is shown to a person who did not ask for it. */
function reasonFor(isRedirected: boolean, endedBy: ClientSession['endedBy']): string | null {
  if (endedBy === 'idle') return 'You were logged out because nothing happened for a while. Log in to go on.';
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
          <Button type="submit" size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
            {busy ? 'Logging in...' : 'Log in'}
          </Button>
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
