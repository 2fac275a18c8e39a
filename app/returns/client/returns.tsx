import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SentDocuments } from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { formatRange } from '#app/shared/facts.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';
import { returnTitle } from '#domain/returns/tax-return.ts';
import { returnsQuery, type TaxReturn } from '../queries.ts';
import { ReturnCard } from './return-card.tsx';

export interface ReturnsProps extends ProgressProps {
  userId: string;
  year: number;
  mayApprove?: boolean;
  /** Without it, no steps to come. */
  isOwn?: boolean;
}

/** The timelines of the current returns. If there is none for this year, the steps to come. */
export function Returns({ userId, year, mayApprove = true, isOwn = true, ...progress }: ReturnsProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(returnsQuery(userId));
  const isEarlier = (one: { year: number; status: string }) => one.year < year && one.status === 'accepted';
  const current = data?.filter((one) => !isEarlier(one)) ?? [];
  return (
    <>
      {error && !data && (
        <Banner kind="danger" title={t`We can’t show your returns right now`}>
          {messageOf(error, t)}
        </Banner>
      )}
      {current.map((one) => (
        <ReturnCard key={one.id} taxReturn={one} mayApprove={mayApprove} />
      ))}
      {data && isOwn && !current.some((one) => one.year === year) && <Progress {...progress} />}
      <EarlierReturns returns={data?.filter(isEarlier) ?? []} />
    </>
  );
}

function EarlierReturns({ returns }: { returns: readonly TaxReturn[] }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  if (returns.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="earlier-returns">
      <h2 id="earlier-returns" className="text-lg">
        <Trans>Earlier returns</Trans>
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {returns.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <span>{t(returnTitle(one))}</span>
            <span className="figures text-sm text-muted">
              <Trans>Accepted {{ date: longDate(one.updated_at) }}</Trans>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        <Trans>
          You’ll find your copies in your{' '}
          <SmartLink to={FILES_PATH} className="link">
            secured files
          </SmartLink>
          .
        </Trans>
      </p>
    </Card>
  );
}

interface ProgressProps {
  sent: SentDocuments | undefined;
  /** How far the client has come (domain/returns/return-progress.ts); undefined while it is loading. */
  station: number | undefined;
}

function Progress({ sent, station = 0 }: ProgressProps) {
  const { service } = useOffice();
  const { longDate } = useDates();
  const { t } = useLingui();
  const last = sent?.latest[0];
  const ahead: Omit<TimelineStep, 'state'>[] = [
    {
      id: 'form',
      title: t`You fill out your tax form`,
      detail: t`Once a year. It takes about 15 minutes.`,
    },
    {
      id: 'documents',
      title: t`You send your documents`,
      detail: t`Upload photos or files, all at once or a few at a time.`,
      ...(last && { when: longDate(last.uploaded_at) }),
    },
    {
      id: 'preparation',
      title: t`We prepare your return`,
      detail: t`Most returns are completed in ${{ days: formatRange(service.personalReturnDays) }} business days.`,
    },
    { id: 'approval', title: t`You read it and approve it` },
    { id: 'payment', title: t`You pay the fee` },
    { id: 'filing', title: t`We file it` },
  ];
  const steps = ahead.map(({ detail, ...step }, index): TimelineStep => {
    const distance = index + 1 - station;
    if (distance < 0) return { ...step, state: 'done' };
    return { ...step, detail, state: distance === 0 ? 'current' : 'ahead' };
  });
  return (
    <Card as="section" aria-labelledby="progress">
      <h2 id="progress" className="text-lg">
        <Trans>What happens next</Trans>
      </h2>
      <div className="mt-5">
        <Timeline label={t`From your tax form to a filed return`} steps={steps} />
      </div>
    </Card>
  );
}
