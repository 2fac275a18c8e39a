import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useLoaderData, useNavigate } from 'react-router';
import { callApi } from '#app/shared/api/api.ts';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
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
import { linkProblem, linkToken, type Opened, openLink, showLinkProblem } from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';

export const meta = unlistedMeta('/invitation', {
  title: msg`Your invitation`,
  description: msg`Choose a password for your staff account.`,
});

const refused = msg`This invitation was already used, has expired, or was canceled. Ask the person who invited you to send a new one.`;

const schema = (t: Translate) => z.object(newPasswordShape(t));

interface Facts {
  email: string;
  first_name: string;
  last_name: string;
}

export function clientLoader(): Promise<Opened<Facts>> {
  return openLink((token) => callApi<Facts>('/auth/v1/invitation', { body: { token } }));
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useLingui();
  return <Loading text={t`Checking your invitation...`} />;
}

/** The link is no longer in the address, so it can't be checked again. */
export const shouldRevalidate = () => false;

export default function InvitationPage() {
  const { t } = useLingui();
  const opened = useLoaderData<typeof clientLoader>();
  if (opened.state === 'refused') {
    return <RefusedLink title={t`Your invitation`} problem={linkProblem(opened.error, refused, t)} />;
  }
  return <Accept facts={opened.facts} />;
}

function Accept({ facts: { email, first_name, last_name } }: { facts: Facts }) {
  const { t } = useLingui();
  const office = useOffice();
  const currentEmail = useSession().user?.email;
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema(t)), defaultValues: blankNewPassword });
  const ready = isComplete(useWatch({ control: form.control }));

  const submit = form.handleSubmit(async ({ newPassword: password }) => {
    try {
      const body = { token: linkToken(), password };
      const answer = await callApi<{ refresh_token: string }>('/auth/v1/invitation/accept', { body });
      await logInByToken(answer.refresh_token);
      void navigate('/manage', { replace: true });
    } catch (error) {
      showLinkProblem(form.setError, error, refused, t);
    }
  });

  return (
    <EntryLayout
      title={t`Welcome, ${first_name}`}
      lead={
        <Trans>
          Choose the password for your account at {{ office: office.name }}. You’ll log in with{' '}
          <span className="break-words">{email}</span>.
        </Trans>
      }
      picture={Seal}
    >
      <FormProvider {...form}>
        <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
          {currentEmail !== undefined && (
            <Banner kind="warning">
              <Trans>
                You’re logged in as <span className="break-words">{currentEmail}</span>. This browser will
                switch to the new account.
              </Trans>
            </Banner>
          )}
          {/* For password managers: the account of the password. */}
          <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
          <NewPasswordFields knownAbout={[first_name, last_name, email.split('@')[0] ?? '']} />
          <FormProblem control={form.control} />
          <Button
            type="submit"
            size="large"
            busy={form.formState.isSubmitting}
            isDisabled={!ready}
            className="sm:self-start"
          >
            <Trans>Open my account</Trans>
          </Button>
        </form>
      </FormProvider>
    </EntryLayout>
  );
}
