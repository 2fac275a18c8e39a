import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lastMoment, useDates } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { stateOf } from '#domain/signing/consents/consent.ts';
import { type Consent, consentPath, myConsentsQuery } from './queries.ts';

/** Consents that the person can answer or take back. Nothing if there are none. */
export function MyConsents({
  userId,
  clientId,
  isOwn,
}: {
  userId: string;
  clientId: string;
  isOwn: boolean;
}) {
  const { data = [] } = useQuery(myConsentsQuery(userId));
  // On the own account all of them: also those for a client that the person has left.
  const shown = data.filter(
    (one) => (isOwn || one.client_id === clientId) && stateOf(one, Date.now()) !== 'expired',
  );
  if (shown.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="my-consents">
      <h2 id="my-consents" className="text-lg">
        <Trans>Your choices about your tax information</Trans>
      </h2>
      <p className="mt-2 text-muted">
        <Trans>You don’t have to agree to anything here. We’ll do your taxes either way.</Trans>
      </p>
      <ul className="mt-3 divide-y divide-line">
        {shown.map((one) => (
          <Line key={one.id} consent={one} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ consent }: { consent: Consent }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { id, kind, recipient, purpose, expires_at } = consent;
  const isOpen = consent.status === 'asked';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <span className="block font-semibold">
          {kind === 'use'
            ? t`May we use your tax information?`
            : t`May we give your tax information to ${recipient}?`}
        </span>
        <span className="block text-muted">{t`Purpose: ${purpose}`}</span>
        {!isOpen && expires_at && (
          <span className="block text-muted">
            {t`You agreed. This ends on ${{ day: longDate(lastMoment(expires_at)) }}.`}
          </span>
        )}
      </p>
      <SmartLink
        to={consentPath(id)}
        className="link inline-flex min-h-11 items-center"
        aria-label={isOpen ? t`Read and answer: ${purpose}` : t`Read or take back: ${purpose}`}
      >
        {isOpen ? t`Read and answer` : t`Read or take back`}
      </SmartLink>
    </li>
  );
}
