import { useParams } from 'react-router';
import { useDocumentPreview } from '#app/documents/preview/preview-dialog.tsx';
import { Review } from '#app/returns/client/review.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { BackToAccount } from '#app/shared/shell/back-to-account.tsx';
import { type Client, may } from '#domain/clients/membership.ts';
import { msg } from '#domain/language/message.ts';
import { nameOfWhole, type PersonName } from '#domain/returns/signer-name.ts';

export const meta = unlistedMeta('/account/returns', {
  title: msg`Review your return`,
  description: msg`Read your return and approve it.`,
});

export default function ReviewReturnPage() {
  const { profile } = useSession();
  const client = useCurrentClient();
  const { clientId, isOwn } = client;
  const { id = '' } = useParams();
  const preview = useDocumentPreview(clientId);
  return (
    <div className="page flex max-w-4xl flex-col gap-6 py-6 md:py-10">
      <BackToAccount client={client} />
      <Review
        key={id}
        userId={clientId}
        id={id}
        firstName={isOwn ? (profile?.first_name ?? '') : ''}
        mayApprove={may(client, 'sign')}
        names={namesOf(profile, client)}
        onPreview={(document) => preview.open([document])}
      />
      {preview.dialog}
    </div>
  );
}

/** The person's own, and the client's: a spouse may approve, too. */
function namesOf(profile: Profile | null, { isOwn, kind, name }: Client): PersonName[] {
  const own = profile ? [{ first: profile.first_name, last: profile.last_name }] : [];
  return isOwn || kind === 'business' ? own : [...own, nameOfWhole(name)];
}
