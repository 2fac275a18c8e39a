import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { Navigate } from 'react-router';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { formatRange } from '#app/shared/facts.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { formIssues } from '#app/shared/forms/form-issues.ts';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { Timeline, timelineSteps } from '#app/ui/layout/timeline.tsx';
import { minPasswordLength } from '#domain/account/password.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { type EntryState, readEntryState } from '../entry/entry-state.ts';
import { PasswordStrength } from '../recovery/password-strength.tsx';
import { existsDialog, signUpFields, useSignUp } from './use-sign-up.ts';

/** Its script is needed only when the form is filled in, and visitors read first. */
export const handle = { fontsLast: false };

export const meta = pageMeta(() => ({
  title: msg`Create your account`,
  description: msg`Create an account to send your tax documents safely and track your return.`,
  path: '/signup',
}));

const AccountExistsDialog = lazy(existsDialog);

export default function SignUpPage() {
  const { status } = useSession();
  const known = readEntryState(useHistoryState());
  if (status === 'signed-in') return <Navigate to="/account" replace />;
  return <SignUpScreen known={known} />;
}

function SignUpScreen({ known }: { known: EntryState }) {
  const { t } = useLingui();
  const { form, submit, preload, busy, existing, closeExisting } = useSignUp({
    email: known.email,
    // The address is on the previous system's list, so it has no typo.
    confirmEmail: known.legacy ? known.email : '',
  });
  const { control, formState } = form;
  const [firstName, lastName, email, password] = useWatch({
    control,
    name: ['firstName', 'lastName', 'email', 'password'],
  });
  return (
    <EntryLayout
      title={t`Create your account`}
      lead={
        <Trans>
          Already have an account?{' '}
          <SmartLink to="/login" className="link">
            Log in
          </SmartLink>
        </Trans>
      }
      aside={<WhatHappensNext />}
    >
      {/* post: if the form is sent before its script is loaded, the password must not get into the URL. */}
      <form method="post" noValidate onSubmit={submit} onFocus={preload} className="flex flex-col gap-5">
        {known.legacy && <WelcomeBack />}
        <ErrorSummary
          title={t`Please check these answers`}
          issues={formIssues(formState.errors, signUpFields)}
          attempt={formState.submitCount}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField control={control} name="firstName" label={t`First name`} autoComplete="given-name" />
          <FormField control={control} name="lastName" label={t`Last name`} autoComplete="family-name" />
        </div>
        <FormField
          control={control}
          name="email"
          deps={['confirmEmail']}
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={t`We’ll send a confirmation link to this address.`}
        />
        <FormField
          control={control}
          name="confirmEmail"
          label={t`Confirm email`}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <PhoneFormField
          control={control}
          name="phone"
          label={t`Phone number`}
          hint={t`So we can call if something is missing.`}
        />
        <FormField
          control={control}
          name="referredBy"
          label={t`Who referred you to us?`}
          hint={t`Enter their name so they get their reward.`}
          autoComplete="off"
          optional
        />
        <div>
          <FormField
            control={control}
            name="password"
            deps={['confirmPassword']}
            label={t`Password`}
            type="password"
            autoComplete="new-password"
            hint={t`At least ${{ count: minPasswordLength }} characters. Three random words are easy to remember and hard to guess.`}
          />
          <PasswordStrength
            password={password}
            knownAbout={[firstName, lastName, email.split('@')[0] ?? '']}
          />
        </div>
        <FormField
          control={control}
          name="confirmPassword"
          label={t`Confirm password`}
          type="password"
          autoComplete="new-password"
        />
        <FormProblem control={control} />
        <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
          {busy ? t`Creating your account...` : t`Create my account`}
        </SubmitButton>
        <p className="text-sm text-muted">
          <Trans>
            By creating an account, you confirm that you’re at least 18 years old and agree to our{' '}
            <SmartLink to="/legal" className="link">
              Terms
            </SmartLink>{' '}
            and{' '}
            <SmartLink to="/privacy-security" className="link">
              Privacy Policy
            </SmartLink>
            . We never ask for your password by email or phone.
          </Trans>
        </p>
      </form>
      {existing !== null && (
        <Suspense>
          <AccountExistsDialog email={existing} onClose={closeExisting} />
        </Suspense>
      )}
    </EntryLayout>
  );
}

function WelcomeBack() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <Banner title={t`Good to see you again`}>
      <Trans>
        Create your account with this email, and we’ll add copies of your past tax years within{' '}
        {{ hours: formatRange(office.service.legacyCopiesHours) }} hours after you register.
      </Trans>
    </Banner>
  );
}

const steps = ({ service }: Office) => [
  { title: msg`You create your account`, detail: msg`It takes about two minutes.` },
  { title: msg`You confirm your email`, detail: msg`We’ll send you a link. One tap and you’re in.` },
  {
    title: msg`You send your documents`,
    detail: msg`Take a photo with your phone, or choose files from your computer.`,
  },
  {
    title: msg`We contact you`,
    detail: msg`A preparer reviews everything. Most returns take ${{ days: formatRange(service.personalReturnDays) }} business days.`,
  },
  { title: msg`You approve, we file`, detail: msg`Nothing goes to the IRS until you approve it.` },
];

function WhatHappensNext() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <div className="max-w-md">
      <h2 className="text-xl">{t`What happens next`}</h2>
      <div className="mt-6">
        <Timeline label={t`From sign-up to a filed return`} steps={timelineSteps(steps(office), 0, t)} />
      </div>
      <p className="mt-8 text-muted">
        <Trans>
          Want to do it together? Call <SupportPhone />.
        </Trans>{' '}
        {spoken(office)}
      </p>
    </div>
  );
}

function spoken({ languages }: Office): string {
  return languages.includes('Spanish') ? 'Hablamos espa\u00f1ol.' : '';
}
