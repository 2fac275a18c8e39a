import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { BackToAccount } from '#app/shared/shell/back-to-account.tsx';
import { SignDocument } from '#app/signing/client/sign-document.tsx';
import { requestQuery } from '#app/signing/queries.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/account/sign', {
  title: msg`Sign a document`,
  description: msg`Read a document and sign it.`,
});

export default function SignDocumentPage() {
  const { t } = useLingui();
  const { user } = useSession();
  const { id = '' } = useParams();
  const { data: request } = useQuery(requestQuery(id));
  return (
    <div className="page flex max-w-3xl flex-col gap-6 py-6 md:py-10">
      <BackToAccount />
      <PageHeading>{request?.title ?? t`Sign a document`}</PageHeading>
      {user && <SignDocument id={id} userId={user.id} />}
    </div>
  );
}
