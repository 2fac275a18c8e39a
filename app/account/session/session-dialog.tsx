import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { signInProblem } from '#app/account/entry/problems.ts';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { FieldForm } from '#app/ui/fields/field-form.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isQuestion } from '../sign-in/answers.ts';
import { SecondFactorStep } from '../sign-in/second-factor-step.tsx';
import { useLogin } from '../sign-in/use-login.ts';

/**
 * Over the pages of a person whose session has ended, or needs a new code. What they typed stays behind it, and what was
 * being saved goes out after the login.
 */
export function SessionDialog() {
  const { missing, endedBy } = useSession();
  const { t } = useLingui();
  const isCode = missing === 'code';
  const reason = isCode
    ? t`It’s been a while since you entered a code. Enter a new one to continue.`
    : endedBy === 'idle'
      ? t`We logged you out because you were inactive. Log in to continue.`
      : t`You’ve been logged out. What you typed is still here. Log in to continue.`;
  return (
    <Dialog
      isOpen
      isInAddress
      isOverHiddenPage
      role="alertdialog"
      onClose={() => undefined}
      title={isCode ? t`Please confirm that it’s you` : t`Log in again`}
    >
      <p className="text-muted">{reason}</p>
      {isCode ? <SecondFactorStep /> : <LoginAgain />}
      <SmartLink to="/" className="link self-start py-2">
        <Trans>Leave this page</Trans>
      </SmartLink>
    </Dialog>
  );
}

function LoginAgain() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const phone = useOffice().contact.phone.display;
  const { fields, submit, preload, busy, answer } = useLogin(user?.email ?? '', pathname);
  const { t } = useLingui();
  const problem =
    answer && (isQuestion(answer) ? signInProblem({ code: 'invalid_credentials' }, phone, t) : answer.text);
  return (
    <FieldForm onSubmit={submit} onFocus={preload} className="flex flex-col gap-5">
      <TextField
        {...fields.field('email')}
        // The page behind may have a field of that name.
        id="session-email"
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <TextField
        {...fields.field('password')}
        id="session-password"
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <Problem>{problem}</Problem>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
        <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
          {busy ? t`Logging in...` : t`Log in`}
        </SubmitButton>
        <SmartLink
          to="/password-reset"
          target="_blank"
          rel="noopener"
          className="link self-start py-2 sm:self-auto"
        >
          <Trans>Forgot your password?</Trans> <span className="sr-only">{t`(opens in a new tab)`}</span>
        </SmartLink>
      </div>
    </FieldForm>
  );
}
