import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { rememberedOrigin } from '#app/client/origin.ts';
import { type ClientSession, useSession } from '#app/client/session.tsx';
import { useHistoryState } from '#app/client/use-history-state.ts';
import { PhoneAndForm } from '#app/site/drawings/phone-and-form.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { FormField } from './form-field.tsx';
import { formIssues } from './form-issues.ts';
import { GoLater } from './go-later.tsx';
import { Help } from './help.tsx';
import { isQuestion } from './login-answer.ts';
import { LoginProblem } from './login-problem.tsx';
import { readEntryState } from './navigation-state.ts';
import { NewHere } from './new-here.tsx';
import { loginFields, loginParts, useLogin } from './use-login.ts';

export const meta = () =>
  pageMeta({ title: 'Log in', description: 'Log in to your account.', path: '/login', index: false });

const LoginDialog = lazy(loginParts.dialog);
const SecondFactorStep = lazy(loginParts.secondStep);

/** How long the confirmation stays before the account opens. */
const redirectDelay = 500;

export default function LoginPage() {
  const { status, secondFactor, endedBy } = useSession();
  const state = useHistoryState();
  const origin = rememberedOrigin(state);
  const { email } = readEntryState(state);
  if (status !== 'signed-in') {
    return <LoginForm key={email} email={email} reason={reason(origin !== null, endedBy)} />;
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
        <GoLater to={origin ?? '/account'} after={redirectDelay} />
        <Spinner />
        You are logged in. Opening your account...
      </p>
    </EntryLayout>
  );
}

/** Why somebody who did not ask for it stands here. */
function reason(wanted: boolean, endedBy: ClientSession['endedBy']): string | null {
  if (endedBy === 'idle') return 'You were logged out because nothing happened for a while. Log in to go on.';
  return wanted ? 'Please log in to access your account' : null;
}

function LoginForm({ email: known, reason }: { email: string; reason: string | null }) {
  const { form, submit, prepare, busy, answer, clearAnswer } = useLogin(known);
  const { control, formState } = form;
  const email = useWatch({ control, name: 'email' });
  return (
    <EntryLayout title="Log in" aside={<NewHere email={email} />}>
      <form method="post" noValidate onSubmit={submit} onFocus={prepare} className="flex flex-col gap-5">
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
