import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { clientQuery } from '#app/desk/clients/clients-query.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { AskConsent } from '#app/signing/consents/ask-consent.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/manage/consents/ask', {
  title: msg`Ask for a consent`,
  description: msg`For staff: ask a client for a consent to use or disclose tax information.`,
});

export default function AskConsentPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const clientId = parameters.get('client') ?? '';
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: clientId !== '' });
  const back = `/manage?client=${clientId}&tab=return`;
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="font-sans text-lg font-semibold">
          {client ? t`Ask ${{ name: displayName(client) }} for a consent` : t`Ask for a consent`}
        </h1>
        <SmartLink to={clientId === '' ? '/manage' : back} className="link">
          <Trans>Back to the case</Trans>
        </SmartLink>
      </div>
      {clientId === '' ? (
        <Banner kind="info">{t`Open a client’s case first, and choose “Ask for a consent” there.`}</Banner>
      ) : (
        <AskConsent
          clientId={clientId}
          onAsked={() => {
            notify('success', t`The client will see the question in their account.`);
            void navigate(back);
          }}
        />
      )}
    </div>
  );
}
