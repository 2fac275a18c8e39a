import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { returnTitle } from '#domain/returns/tax-return.ts';
import { returnsQuery, type TaxReturn } from '../queries.ts';
import { Progress, type ProgressProps } from './progress.tsx';
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

/** Accepted returns of earlier years. */
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
