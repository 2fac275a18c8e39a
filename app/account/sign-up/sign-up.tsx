import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { Navigate } from 'react-router';
import { business } from '#app/business.ts';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { formatRange } from '#app/shared/facts.ts';
import { FormField, PhoneField } from '#app/shared/forms/form-field.tsx';
import { formIssues } from '#app/shared/forms/form-issues.ts';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { minPasswordLength } from '#domain/account/password.ts';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { type EntryState, readEntryState } from '../entry/entry-state.ts';
import { PasswordStrength } from '../recovery/password-strength.tsx';
import { signUpFields } from './sign-up-form.ts';
import { existsDialog, useSignUp } from './use-sign-up.ts';
import { WhatHappensNext } from './what-happens-next.tsx';

export const meta = () =>
  pageMeta({
    title: 'Create your account',
    description: 'Open your account to send your tax papers safely and follow your return.',
    path: '/signup',
  });

const AccountExistsDialog = lazy(existsDialog);

export default function SignUpPage() {
  const { status } = useSession();
  const known = readEntryState(useHistoryState());
  if (status === 'signed-in') return <Navigate to="/account" replace />;
  return <SignUpScreen known={known} />;
}

function SignUpScreen({ known }: { known: EntryState }) {
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
      title="Create your account"
      lead={
        <>
          Already have one?{' '}
          <SmartLink to="/login" className="link">
            Log in
          </SmartLink>
        </>
      }
      aside={<WhatHappensNext />}
    >
      {/* post: if the form is sent before its script is loaded, the password must not get into the URL. */}
      <form method="post" noValidate onSubmit={submit} onFocus={preload} className="flex flex-col gap-5">
        {known.legacy && <WelcomeBack />}
        <ErrorSummary
          title="Please check these answers"
          issues={formIssues(formState.errors, signUpFields)}
          attempt={formState.submitCount}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField control={control} name="firstName" label="First name" autoComplete="given-name" />
          <FormField control={control} name="lastName" label="Last name" autoComplete="family-name" />
        </div>
        <FormField
          control={control}
          name="email"
          deps={['confirmEmail']}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="We send a confirmation link to it."
        />
        <FormField
          control={control}
          name="confirmEmail"
          label="Confirm email"
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <PhoneField
          control={control}
          name="phone"
          label="Phone number"
          hint="So that we can ask if something is missing."
        />
        <FormField
          control={control}
          name="referredBy"
          label="Who referred you to us?"
          hint="Their name, so that they get their reward."
          autoComplete="off"
          optional
        />
        <div>
          <FormField
            control={control}
            name="password"
            deps={['confirmPassword']}
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${minPasswordLength} characters. Three random words are easy to remember and hard to guess.`}
          />
          <PasswordStrength
            password={password}
            knownAbout={[firstName, lastName, email.split('@')[0] ?? '']}
          />
        </div>
        <FormField
          control={control}
          name="confirmPassword"
          label="Confirm password"
          type="password"
          autoComplete="new-password"
        />
        <FormProblem control={control} />
        <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
          {busy ? 'Creating your account...' : 'Create my account'}
        </SubmitButton>
        <p className="text-sm text-muted">
          By creating an account you confirm that you are at least 18 years old, and agree to our{' '}
          <SmartLink to="/legal" className="link">
            Terms
          </SmartLink>{' '}
          and{' '}
          <SmartLink to="/privacy-security" className="link">
            Privacy Policy
          </SmartLink>
          . We never ask for your password by email or phone.
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
  return (
    <Banner title="Good to see you again">
      Create your account with this email, and the copies of your past tax years are added within{' '}
      {formatRange(business.service.legacyCopiesHours)} hours after you register.
    </Banner>
  );
}
