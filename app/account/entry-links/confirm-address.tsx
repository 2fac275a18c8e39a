import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { callApi } from '#app/shared/api/api.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import { AllDone } from '../entry/all-done.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { PressFirst } from '../entry/press-first.tsx';
import { linkProblem, linkToken, type Opened, openLink } from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';

export const meta = unlistedMeta('/confirm-address', {
  title: msg`Confirm your address`,
  description: msg`Confirm the email address for your account.`,
});

const title = msg`Is this your address?`;
const refused = msg`This link was already used, has expired, or was canceled. Please call our office.`;

/** The link itself is used by the button only: a mail scanner that opens it changes nothing. */
export function clientLoader(): Promise<Opened<{ token: string }>> {
  return openLink(async (token) => ({ token }));
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading />;
}

export default function ConfirmAddressPage() {
  const { t } = useLingui();
  const office = useOffice();
  const opened = useLoaderData<typeof clientLoader>();
  const [email, setEmail] = useState<string | null>(null);

  async function confirm(): Promise<string | null> {
    const body = { token: linkToken() };
    try {
      setEmail((await callApi<{ email: string }>('/auth/v1/email-correction', { body })).email);
      return null;
    } catch (error) {
      return linkProblem(error, refused, t);
    }
  }

  if (opened.state === 'refused') {
    return <RefusedLink title={t(title)} problem={linkProblem(opened.error, refused, t)} />;
  }
  if (email !== null) return <Done email={email} />;
  return (
    <PressFirst
      title={t(title)}
      lead={t`${{ office: office.name }} has this address on file for you. Confirm that it’s yours, and we’ll use it from now on.`}
      label={t`Use this address`}
      onPress={confirm}
    />
  );
}

function Done({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <EntryLayout
      takesOver
      title={t`Your address is confirmed`}
      lead={
        <Trans>
          From now on, log in with <strong className="break-words">{email}</strong> and your current password.
        </Trans>
      }
      picture={Envelope}
    >
      <AllDone to="/login" label={t`Log in`} />
    </EntryLayout>
  );
}
