import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { CHECKLIST_PATH } from '#app/shared/portal-paths.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg, select } from '#domain/language/message.ts';
import { waitsForClient } from '#domain/returns/tax-return.ts';
import { jointQuery } from '../joint-query.ts';
import { returnsQuery, type TaxReturn, useLiveReturns } from '../queries.ts';
import { Approval, type ApprovalProps, JointNote } from './approval.tsx';
import { ReturnCard } from './return-card.tsx';

export interface ReviewProps extends Omit<ApprovalProps, 'taxReturn'> {
  /** Of the return. */
  id: string;
  firstName: string;
}

export function Review({ id, ...rest }: ReviewProps) {
  const { t } = useLingui();
  const { userId } = rest;
  useLiveReturns(userId);
  const { data, error, isPending, refetch } = useQuery(returnsQuery(userId));
  if (isPending) return <Loading />;
  const found = data?.find((one) => one.id === id);
  if (found) return <LoadedReturn taxReturn={found} {...rest} />;
  if (!error) {
    return (
      <PageHeading lead={t`It may have been taken back, or the link is for another account.`}>
        <Trans>We can’t find this return</Trans>
      </PageHeading>
    );
  }
  return (
    <>
      <PageHeading>{t`Review your return`}</PageHeading>
      <LoadProblem title={t`We can’t show your return right now`} onRetry={refetch}>
        {messageOf(error, t)}
      </LoadProblem>
    </>
  );
}

function LoadedReturn({ taxReturn, firstName, ...rest }: ApprovalProps & { firstName: string }) {
  const { t } = useLingui();
  const { year, kind, status, approved_at } = taxReturn;
  if (status === 'ready_for_review') {
    return (
      <>
        <PageHeading
          lead={
            !rest.mayApprove
              ? t`It’s ready. You can read it, but not approve it.`
              : firstName === ''
                ? t`Your return is ready. There are two steps: read it, then approve it.`
                : t`${firstName}, your return is ready. There are two steps: read it, then approve it.`
          }
        >
          {t(
            msg`Review your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
          )}
        </PageHeading>
        <Approval taxReturn={taxReturn} {...rest} />
      </>
    );
  }
  return (
    <>
      {approved_at === null ? (
        <PageHeading lead={t`There’s nothing to review right now. We’ll email you when there is.`}>
          {t(
            msg`Status of your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
          )}
        </PageHeading>
      ) : (
        <Approved taxReturn={taxReturn} />
      )}
      {status === 'waiting_for_documents' && (
        <LinkButton to={CHECKLIST_PATH} size="large" className="self-start max-sm:w-full">
          <Trans>See what’s missing</Trans>
        </LinkButton>
      )}
      <ReturnCard taxReturn={taxReturn} />
    </>
  );
}

function Approved({ taxReturn }: { taxReturn: TaxReturn }) {
  const { t } = useLingui();
  const { data: joint } = useQuery(jointQuery(taxReturn));
  const { dateTimeAndZone } = useDates();
  const { year, kind, status, approved_at, approved_name, paid_at } = taxReturn;
  const owesFee = waitsForClient(status) && paid_at === null;
  // The form that had the focus was removed.
  const focusHeading = useCallback(
    (element: HTMLDivElement | null) => element?.querySelector('h1')?.focus(),
    [],
  );
  return (
    <div ref={focusHeading} className="flex flex-col gap-6">
      <PageHeading
        lead={
          owesFee
            ? t`We’ll file it as soon as the fee is paid.`
            : status === 'approved'
              ? t`Next, we’ll send you the bill. We’ll file the return once you’ve paid. You’ll get an email at each step.`
              : t`We’ll email you at each step.`
        }
      >
        {t(
          msg`Thank you for approving your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
        )}
      </PageHeading>
      {approved_at && (
        <Banner kind="success">
          <Trans>
            Signed as “{approved_name}” on {{ time: dateTimeAndZone(approved_at) }}. We keep this record with
            the return, along with a digital fingerprint of the file you read.
          </Trans>
        </Banner>
      )}
      {joint?.isJoint && <JointNote spouse={joint.spouse} />}
      {owesFee && (
        <LinkButton to="/payment" size="large" className="self-start max-sm:w-full">
          <Trans>Choose how to pay</Trans>
        </LinkButton>
      )}
    </div>
  );
}
