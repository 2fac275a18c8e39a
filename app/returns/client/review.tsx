import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { returnName } from '#domain/returns/tax-return.ts';
import { returnsQuery, type TaxReturn, useLiveReturns } from '../queries.ts';
import { Approval } from './approval.tsx';
import { Approved } from './approved.tsx';
import { ReturnCard } from './return-card.tsx';

export const meta = () =>
  pageMeta({
    title: 'Review your return',
    description: 'Read your return and approve it.',
    path: '/account/returns',
    index: false,
  });

/** Where a client reads a return and gives the word for it. */
export default function ReviewPage() {
  const { user, profile } = useSession();
  const { id = '' } = useParams();
  return (
    <div className="page flex max-w-4xl flex-col gap-6 py-6 md:py-10">
      <SmartLink to="/account" className="link inline-flex min-h-11 items-center gap-2 self-start">
        <ArrowLeft size={18} aria-hidden />
        Back to my account
      </SmartLink>
      {user && <Review key={id} userId={user.id} id={id} firstName={profile?.first_name ?? ''} />}
    </div>
  );
}

function Review({ userId, id, firstName }: { userId: string; id: string; firstName: string }) {
  useLiveReturns(userId);
  const { data, error, isPending, refetch } = useQuery(returnsQuery(userId));
  if (isPending) return <Loading />;
  const found = data?.find((one) => one.id === id);
  if (found) return <Standing taxReturn={found} userId={userId} firstName={firstName} />;
  if (!error) {
    return (
      <PageHeading lead="It may have been taken back, or the link belongs to somebody else’s account.">
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

interface StandingProps {
  taxReturn: TaxReturn;
  userId: string;
  firstName: string;
}

function Standing({ taxReturn, userId, firstName }: StandingProps) {
  if (taxReturn.status === 'ready_for_review') {
    return (
      <>
        <PageHeading
          lead={`${firstName === '' ? 'It' : `${firstName}, it`} is ready. Two steps: read it, then say yes.`}
        >
          Review {returnName(taxReturn)}
        </PageHeading>
        <Approval taxReturn={taxReturn} userId={userId} />
      </>
    );
  }
  return (
    <>
      {taxReturn.approved_at === null ? (
        <PageHeading lead="There is nothing for you to review now. We write to you when there is.">
          Where {returnName(taxReturn)} stands
        </PageHeading>
      ) : (
        <Approved taxReturn={taxReturn} />
      )}
      <ReturnCard taxReturn={taxReturn} />
    </>
  );
}
