import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Navigate } from '#app/language/links.tsx';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { isStorageKept } from '#app/shared/drafts/stored-value.ts';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { type Origin, rememberedOrigin } from '#app/shared/session/origin.ts';
import { type ClientSession, useSession } from '#app/shared/session/session.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { DelayedRedirect } from '../entry/delayed-redirect.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { readEntryState } from '../entry/entry-state.ts';
import { isQuestion, type LoginAnswer } from './answers.ts';
import { loginParts, useLogin } from './use-login.ts';

export const meta = unlistedMeta('/login', {
  title: msg`Log in`,
  description: msg`Log in to your account.`,
});

const LoginDialog = lazy(loginParts.dialog);
const SecondFactorStep = lazy(loginParts.secondStep);

/** How long the confirmation shows before the account opens. */
const REDIRECT_MS = 500;

/** After that, how long to wait for the profile. */
const PROFILE_MS = 5000;

export default function LoginPage() {
  const { status, secondFactor, endedBy } = useSession();
  const state = useHistoryState();
  const origin = rememberedOrigin(state);
  const { email } = readEntryState(state);
  const next = origin?.pathname ?? '/account';
  const { t } = useLingui();
  const isHydrated = useHydrated();
  const isForgotten = useMemo(() => isHydrated && !isStorageKept('local'), [isHydrated]);
  if (status !== 'signed-in') {
    const reason = isForgotten ? t(forgetful) : reasonFor(origin !== null, endedBy, t);
    return <LoginForm email={email} next={next} reason={reason} />;
  }
  if (secondFactor === 'missing') {
    return (
      <EntryLayout title={t`Enter a code`} picture={PhoneAndForm}>
        <Suspense fallback={<Spinner />}>
          <SecondFactorStep />
        </Suspense>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout title={t`Log in`} aside={<NewHere email="" />}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <OpenNext origin={origin} />
        <Spinner />
        <Trans>You’re logged in. Opening your account...</Trans>
      </p>
    </EntryLayout>
  );
}

/** Opens the page that the person wanted, or else the clients for staff, and the account for everyone else. */
function OpenNext({ origin }: { origin: Origin | null }) {
  const { role, profileLoading } = useSession();
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSeen) return null;
  // The profile says whether the person is staff, but must not keep anyone here.
  if (origin === null && profileLoading) return <DelayedRedirect to="/account" after={PROFILE_MS} />;
  return <Navigate to={origin ?? (mayManage(role) ? '/manage' : '/account')} replace />;
}

const forgetful = msg`Your browser blocks storage for this site, so it forgets your login when you reload or close the page. To stay logged in, allow cookies and site data for this site.`;

/** Why the login is shown to a person who did not ask for it. */
function reasonFor(isRedirected: boolean, endedBy: ClientSession['endedBy'], t: Translate): string | null {
  if (endedBy === 'idle') return t(msg`We logged you out because you were inactive. Log in to continue.`);
  return isRedirected ? t(msg`Please log in to access your account`) : null;
}

interface LoginFormProps {
  email: string;
  /** The path of the page that opens after the login. */
  next: string;
  reason: string | null;
}

function LoginForm({ email: knownEmail, next, reason }: LoginFormProps) {
  const { fields, submit, preload, busy, answer, clearAnswer } = useLogin(knownEmail, next);
  const { t } = useLingui();
  const { email } = fields;
  return (
    <EntryLayout title={t`Log in`} aside={<NewHere email={email} />}>
      <form method="post" noValidate onSubmit={submit} onFocus={preload} className="flex flex-col gap-5">
        {reason && <Banner>{reason}</Banner>}
        <ErrorSummary title={t`Please check these answers`} issues={fields.issues} attempt={fields.attempt} />
        <TextField
          {...fields.field('email')}
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="username"
        />
        <TextField
          {...fields.field('password')}
          label={t`Password`}
          type="password"
          autoComplete="current-password"
        />
        <LoginProblem answer={answer} />
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
          <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
            {busy ? t`Logging in...` : t`Log in`}
          </SubmitButton>
          <SmartLink to="/password-reset" state={{ email }} className="link self-start py-2 sm:self-auto">
            <Trans>Forgot your password?</Trans>
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

function LoginProblem({ answer }: { answer: LoginAnswer | null }) {
  if (answer?.kind === 'text') return <Problem>{answer.text}</Problem>;
  if (answer?.kind !== 'unconfirmed') return null;
  return (
    <Banner
      kind="warning"
      announce
      title={answer.text}
      actions={
        <LinkButton to="/confirm-email" state={{ email: answer.email }} variant="secondary">
          <Trans>Get a new link</Trans>
        </LinkButton>
      }
    >
      <Trans>Open the link in the email we sent you, then log in here.</Trans>
    </Banner>
  );
}

/** Beside the login: for people who have no account yet or can't log in. */
function NewHere({ email }: { email: string }) {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <PhoneAndForm className="hidden w-64 text-action lg:block" />
      <section>
        <h2 className="text-xl">
          <Trans>First time here?</Trans>
        </h2>
        <p className="mt-3 mb-5 text-muted">
          <Trans>
            With an account, you can send your tax documents safely, track your return, and download your
            copies anytime.
          </Trans>
        </p>
        <LinkButton to="/signup" state={{ email }} variant="secondary">
          <Trans>Create my account</Trans>
        </LinkButton>
      </section>
      <section>
        <h2 className="text-lg">
          <Trans>Can’t log in?</Trans>
        </h2>
        <p className="mt-2 text-muted">
          <Trans>
            Call us at <SupportPhone /> and we’ll help. We never ask for your password by email or phone.
          </Trans>
        </p>
      </section>
    </div>
  );
}
