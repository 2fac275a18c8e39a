import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useLoaderData, useNavigate } from 'react-router';
import { callApi } from '#app/shared/api/api.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { logInByToken } from '../auth-service.ts';
import { EntryLayout } from '../entry/entry-layout.tsx';
import {
  blankNewPassword,
  isComplete,
  NewPasswordFields,
  newPasswordShape,
} from '../recovery/new-password-fields.tsx';
import { email as emailRule } from '../rules.ts';
import { linkProblem, linkToken, type Opened, openLink, showLinkProblem } from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';

export const meta = unlistedMeta('/first-super', {
  title: msg`The first super user`,
  description: msg`Create the account that runs this portal.`,
});

const title = msg`Create the first account`;
const refused = msg`This link has expired, or there’s already a super user. If there isn’t one, the portal prints a new link when it starts.`;

interface Facts {
  confirms_by_mail: boolean;
}

export function clientLoader(): Promise<Opened<Facts>> {
  return openLink((token) => callApi<Facts>('/auth/v1/first-super/check', { body: { token } }));
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useLingui();
  return <Loading text={t`Checking your link...`} />;
}

export const shouldRevalidate = () => false;

export default function FirstSuperPage() {
  const { t } = useLingui();
  const opened = useLoaderData<typeof clientLoader>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (opened.state === 'refused') {
    return <RefusedLink title={t(title)} problem={linkProblem(opened.error, refused, t)} />;
  }
  if (sentTo !== null) return <Sent email={sentTo} onBack={() => setSentTo(null)} />;
  return <Entry facts={opened.facts} onSent={setSentTo} />;
}

/** The server checks the names. */
const schema = (t: Translate) =>
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: emailRule(t),
    ...newPasswordShape(t),
  });
const blank = { first_name: '', last_name: '', email: '', ...blankNewPassword };

function Entry({ facts, onSent }: { facts: Facts; onSent: (email: string) => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema(t)), defaultValues: blank });
  const { control } = form;
  const values = { ...blank, ...useWatch({ control }) };
  const { first_name, last_name, email } = values;
  const isNamed = [first_name, last_name, email].every((value) => value.trim() !== '');

  const submit = form.handleSubmit(async ({ newPassword, newPasswordAgain: _, ...person }) => {
    try {
      const body = { ...person, token: linkToken(), password: newPassword };
      const answer = await callApi<{ refresh_token: string } | { confirmation_sent_to: string }>(
        '/auth/v1/first-super',
        { body },
      );
      if ('confirmation_sent_to' in answer) return onSent(answer.confirmation_sent_to);
      await logInByToken(answer.refresh_token);
      void navigate('/manage/office', { replace: true });
    } catch (error) {
      showLinkProblem(form.setError, error, refused, t);
    }
  });

  return (
    <EntryLayout
      title={t(title)}
      lead={
        facts.confirms_by_mail
          ? t`You’ll be the super user, who invites everyone else. First, we’ll email you to make sure the address is yours.`
          : t`You’ll be the super user, who invites everyone else.`
      }
      picture={Seal}
    >
      <FormProvider {...form}>
        <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
          <FormField
            control={control}
            name="first_name"
            label={t`First name`}
            autoComplete="given-name"
            maxLength={100}
          />
          <FormField
            control={control}
            name="last_name"
            label={t`Last name`}
            autoComplete="family-name"
            maxLength={100}
          />
          <FormField control={control} name="email" label={t`Email`} type="email" autoComplete="username" />
          <NewPasswordFields knownAbout={[first_name, last_name, email.split('@')[0] ?? '']} />
          <FormProblem control={control} />
          <Button
            type="submit"
            size="large"
            busy={form.formState.isSubmitting}
            isDisabled={!isComplete(values) || !isNamed}
            className="sm:self-start"
          >
            <Trans>Create my account</Trans>
          </Button>
        </form>
      </FormProvider>
    </EntryLayout>
  );
}

function Sent({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useLingui();
  return (
    <EntryLayout
      takesOver
      title={t`Now check your email`}
      lead={
        <Trans>
          We sent a link to <strong className="break-words">{email}</strong>. Open it within an hour to become
          the super user.
        </Trans>
      }
      picture={Envelope}
    >
      <p className="mb-4 text-muted">
        <Trans>Wrong address? Go back and enter it again. This link still works.</Trans>
      </p>
      <Button variant="secondary" onPress={onBack}>
        <Trans>Go back</Trans>
      </Button>
    </EntryLayout>
  );
}
