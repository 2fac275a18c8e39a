import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { returnName } from '#domain/returns/tax-return.ts';
import { returnsQuery, useLiveReturns } from '../queries.ts';
import { Approval, type ApprovalProps } from './approval.tsx';
import { Approved } from './approved.tsx';
import { ReturnCard } from './return-card.tsx';

export interface ReviewProps extends Pick<ApprovalProps, 'userId' | 'onPreview'> {
  /** Of the return. */
  id: string;
  firstName: string;
}

/** Loads one return and shows what the client can do with it. */
export function Review({ id, ...rest }: ReviewProps) {
  const { userId } = rest;
  useLiveReturns(userId);
  const { data, error, isPending, refetch } = useQuery(returnsQuery(userId));
  if (isPending) return <Loading />;
  const found = data?.find((one) => one.id === id);
  if (found) return <LoadedReturn taxReturn={found} {...rest} />;
  if (!error) {
    return (
      <PageHeading lead="It may have been withdrawn, or the link belongs to another account.">
        There is no return at this address
      </PageHeading>
    );
  }
  return (
    <>
      <PageHeading>Review your return</PageHeading>
      <Banner
        kind="danger"
        title="We can’t show your return now"
        announce
        actions={
          <Button variant="secondary" onPress={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(error)}
      </Banner>
    </>
  );
}

function LoadedReturn({ taxReturn, firstName, ...rest }: ApprovalProps & { firstName: string }) {
  if (taxReturn.status === 'ready_for_review') {
    return (
      <>
        <PageHeading
          lead={`${firstName === '' ? 'It' : `${firstName}, it`} is ready. Two steps: read it, then approve it.`}
        >
          Review {returnName(taxReturn)}
        </PageHeading>
        <Approval taxReturn={taxReturn} {...rest} />
      </>
    );
  }
  return (
    <>
      {taxReturn.approved_at === null ? (
        <PageHeading lead="There is nothing for you to review now. We will email you when there is.">
          Where {returnName(taxReturn)} stands
        </PageHeading>
      ) : (
        <Approved taxReturn={taxReturn} />
      )}
      <ReturnCard taxReturn={taxReturn} />
    </>
  );
}
