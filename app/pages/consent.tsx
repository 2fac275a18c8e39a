import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { BackToAccount } from '#app/shared/shell/back-to-account.tsx';
import { AnswerConsent } from '#app/signing/consents/answer-consent.tsx';
import { consentQuery } from '#app/signing/consents/queries.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import { consentTitles } from '#domain/signing/consents/text.ts';

export const meta = unlistedMeta('/account/consents', {
  title: msg`Your tax information`,
  description: msg`Read a question about your tax information and answer it.`,
});

/** Rev. Proc. 2013-14: a consent shares its screen with nothing but navigation. */
export const handle = { withoutOffers: true };

/** Nothing but the consent and the way back. */
export default function ConsentPage() {
  const { t } = useLingui();
  const { user } = useSession();
  const { id = '' } = useParams();
  const { data: consent } = useQuery(consentQuery(id));
  return (
    <div className="page flex max-w-3xl flex-col gap-6 py-6 md:py-10">
      <BackToAccount />
      <PageHeading>{t(consent ? consentTitles[consent.kind] : msg`Your tax information`)}</PageHeading>
      {user && <AnswerConsent key={id} id={id} userId={user.id} />}
    </div>
  );
}
