import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { accessDenied, wasSentAway } from '#app/shared/session/guards/access-denied.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PlainButton } from '#app/ui/actions/plain-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { inWords } from '#domain/language/translate.ts';
import { accessRequestsQuery } from '../clients/members-query.ts';
import { forgetJoinCode, keptJoinCode } from '../entry-links/join-code.ts';

/** Tells a person without the role why the staff area redirected them here. */
export function SentAwayNotice() {
  const { t } = useLingui();
  const isShown = wasSentAway(useHistoryState());
  const navigate = useNavigate();
  if (!isShown) return null;
  return (
    <Banner
      kind="warning"
      title={inWords(accessDenied.title, t)}
      announce
      actions={
        <PlainButton variant="secondary" onPress={() => void navigate('.', { replace: true, state: null })}>
          <Trans>Close</Trans>
        </PlainButton>
      }
    >
      <p>{inWords(accessDenied.text, t)}</p>
      <p>{t`That page is for our staff, so we brought you to your account.`}</p>
    </Banner>
  );
}

export function InvitationNotice() {
  const { t } = useLingui();
  const [code, setCode] = useState(keptJoinCode);
  if (code === '') return null;
  return (
    <Banner
      title={t`You have an invitation`}
      actions={
        <>
          <LinkButton to={`/join#${code}`}>{t`Accept the invitation`}</LinkButton>
          <Button
            variant="secondary"
            onPress={() => {
              forgetJoinCode();
              setCode('');
            }}
          >
            <Trans>Not now</Trans>
          </Button>
        </>
      }
    >
      <Trans>Enter your code, and we’ll add what we already have for you.</Trans>
    </Banner>
  );
}

/** Above the next step: people whose access waits for an answer. It is given further down, where all of them are. */
export function AccessNotice({ userId, clientId }: { userId: string; clientId: string }) {
  const { data: requests = [] } = useQuery(accessRequestsQuery(clientId, userId));
  const [first] = requests;
  if (!first) return null;
  const { name } = first;
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card border-2 border-action bg-surface p-5">
      <UserPlus size={28} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold wrap-anywhere">
          {requests.length === 1 ? (
            <Trans>Should {name} have access? Please decide.</Trans>
          ) : (
            <Plural
              value={requests.length}
              one="# person is waiting for your decision about access"
              other="# people are waiting for your decision about access"
            />
          )}
        </span>
        <span className="text-muted">
          <Trans>Nothing changes until you allow it.</Trans>
        </span>
      </p>
      <LinkButton to="#people-with-access" className="max-sm:w-full">
        <Trans>Review request</Trans>
      </LinkButton>
    </div>
  );
}

export function ReferralBanner() {
  const office = useOffice();
  const { dollars } = useFormats();
  return (
    <section
      aria-labelledby="referral"
      className="flex flex-wrap items-center justify-between gap-5 rounded-card bg-accent-soft p-5 md:p-7"
    >
      <div>
        <h2 id="referral" className="text-lg">
          <Trans>Get {{ reward: dollars(office.referral.reward) }} for each friend you send us</Trans>
        </h2>
        <p className="mt-1 text-muted">
          <Trans>Ask them to give us your name. There’s no limit.</Trans>
        </p>
      </div>
      <LinkButton to="/referrals" variant="secondary">
        <Trans>How referrals work</Trans>
      </LinkButton>
    </section>
  );
}
