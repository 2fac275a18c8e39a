import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { clientQuery } from '#app/desk/clients/clients-query.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { RequestSignature } from '#app/signing/staff/request-signature.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/manage/sign', {
  title: msg`Ask for a signature`,
  description: msg`For staff: send a client a document to sign.`,
});

export default function RequestSignaturePage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const clientId = parameters.get('client') ?? '';
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: clientId !== '' });
  const back = `/manage?client=${clientId}&tab=return`;
  return (
    <div className="mx-auto flex w-full max-w-screen-2xl flex-col gap-4 p-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="min-w-0 font-sans text-lg font-semibold wrap-anywhere">
          {client ? t`Ask ${{ name: displayName(client) }} for a signature` : t`Ask for a signature`}
        </h1>
        <SmartLink to={clientId === '' ? '/manage' : back} className="link">
          {clientId === '' ? <Trans>Go to the client list</Trans> : <Trans>Back to the case</Trans>}
        </SmartLink>
      </div>
      {clientId === '' ? (
        <Banner kind="info">{t`Open a client’s case first, and choose “Ask for a signature” there.`}</Banner>
      ) : (
        <RequestSignature
          clientId={clientId}
          documentId={parameters.get('document')}
          onDocument={(document) => setParameters({ client: clientId, document }, { replace: true })}
          onSent={() => {
            notify('success', t`The document was sent for signature.`);
            void navigate(back);
          }}
        />
      )}
    </div>
  );
}
