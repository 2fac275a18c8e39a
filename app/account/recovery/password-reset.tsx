import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm, useWatch } from 'react-hook-form';
import { useLanguage } from '#app/language/language.tsx';
import { useNavigate } from '#app/language/links.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { usePrefill } from '#app/shared/forms/use-prefill.ts';
import { z } from '#app/shared/forms/zod.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { localizePath } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { sendRecoveryMail } from '../auth-service.ts';
import { CodeForm } from '../entry/code-form.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { readEntryState } from '../entry/entry-state.ts';
import { rememberFlow } from '../entry/started-flow.ts';
import { email } from '../rules.ts';

export const meta = unlistedMeta('/password-reset', {
  title: msg`Reset your password`,
  description: msg`We’ll email you a link to choose a new password.`,
});

export default function PasswordResetPage() {
  const { email, mailedAt } = readEntryState(useHistoryState());
  return mailedAt > 0 ? <Sent email={email} /> : <RequestForm knownEmail={email} />;
}

const schema = (t: Translate) => z.object({ email: email(t) });

function RequestForm({ knownEmail }: { knownEmail: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema(t)), defaultValues: { email: '' } });
  const { control, formState, handleSubmit, setError } = form;
  usePrefill(form, { email: knownEmail });
  const typedEmail = useWatch({ control, name: 'email' });

  const submit = handleSubmit(async ({ email }) => {
    try {
      await sendRecoveryMail(email, window.location.origin + localizePath('/reset-password', language));
      rememberFlow('recovery', email);
      // In the history entry: a phone may drop the page while the person looks for the email.
      await navigate('/password-reset', { state: { email, mailedAt: Date.now() } });
    } catch (error) {
      setError('root', { message: messageOf(error, t) });
    }
  });

  return (
    <EntryLayout
      title={t`Reset your password`}
      lead={t`Enter your email, and we’ll send you a link to choose a new password.`}
      aside={<Help />}
    >
      <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <FormField
          control={control}
          name="email"
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="username"
        />
        <FormProblem control={control} />
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
          <SubmitButton size="large" busy={formState.isSubmitting} className="w-full sm:w-auto">
            {formState.isSubmitting ? t`Sending...` : t`Send me the link`}
          </SubmitButton>
          <SmartLink to="/login" state={{ email: typedEmail }} className="link self-start py-2 sm:self-auto">
            <Trans>Back to login</Trans>
          </SmartLink>
        </div>
      </form>
    </EntryLayout>
  );
}

function Sent({ email }: { email: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <EntryLayout
      takesOver
      title={t`Check your email`}
      lead={
        <Trans>
          If there is an account for <strong className="font-semibold break-words text-ink">{email}</strong>,
          we’ve sent a link to it. Open it to choose a new password.
        </Trans>
      }
      aside={<Help />}
    >
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>{t`It may take a minute. Not in your inbox? Check your spam or junk folder.`}</li>
        <li>{t`The link works once, on any device, and expires in one hour.`}</li>
      </ul>
      <LinkButton to="/login" state={{ email }} variant="secondary" className="mb-8">
        <Trans>Back to login</Trans>
      </LinkButton>
      <CodeForm
        type="recovery"
        checkedEmail={async () => email}
        onConfirmed={() => void navigate('/reset-password', { state: { recovered: true } })}
      />
    </EntryLayout>
  );
}

function Help() {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <Envelope className="hidden w-64 text-action lg:block" />
      <section>
        <h2 className="text-lg">
          <Trans>Can’t access that email anymore?</Trans>
        </h2>
        <p className="mt-2 text-muted">
          <Trans>
            Call us at <SupportPhone />. We never ask for your password by email or phone.
          </Trans>
        </p>
      </section>
    </div>
  );
}
