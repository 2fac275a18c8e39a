import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { CHECKLIST_PATH } from '#app/shared/portal-paths.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg, select } from '#domain/language/message.ts';
import { returnsQuery, useLiveReturns } from '../queries.ts';
import { Approval, type ApprovalProps } from './approval.tsx';
import { Approved } from './approved.tsx';
import { ReturnCard } from './return-card.tsx';

export interface ReviewProps extends Pick<ApprovalProps, 'userId' | 'mayApprove' | 'names' | 'onPreview'> {
  /** Of the return. */
  id: string;
  firstName: string;
}

/** Loads one return and shows what the client can do with it. */
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
