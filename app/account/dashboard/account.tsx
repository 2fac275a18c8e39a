import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { business } from '#app/business.ts';
import { usePapers } from '#app/returns/client/papers.ts';
import { Returns } from '#app/returns/client/returns.tsx';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { unfinishedWork } from '#app/shared/drafts/unfinished-work.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { accessDenied, wasSentAway } from '#app/shared/session/guards/access-denied.ts';
import { LogOutQuestion } from '#app/shared/session/log-out-question.tsx';
import { type ClientSession, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { yearIn } from '#domain/documents/folders.ts';
import { Security } from '../security/security.tsx';
import { AccountDetails } from './account-details.tsx';
import { FileTiles } from './file-tiles.tsx';
import { FileVisits } from './file-visits.tsx';
import { NextStepPanel } from './next-step-panel.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { ReferralBanner } from './referral-banner.tsx';
import { useNextStep } from './use-next-step.ts';

export const meta = () =>
  pageMeta({ title: 'Your account', description: 'Your account.', path: '/account', index: false });

export default function AccountPage() {
  const session = useSession();
  return session.user && <Dashboard session={session} user={session.user} />;
}

function Dashboard({ session, user }: { session: ClientSession; user: NonNullable<ClientSession['user']> }) {
  const { profile, role } = session;
  const papers = usePapers(user.id).data;
  const year = yearIn(business.timeZone, new Date());
  const next = useNextStep(user.id, role, year, papers);
  const createdAt = profile?.created_at ?? user.created_at;
  return (
    <div className="page flex flex-col gap-6 py-8 md:py-12">
      <PageHeading actions={<LogoutButton signOut={session.signOut} />}>
        {profile?.first_name ? `Welcome, ${profile.first_name}` : 'Welcome'}
      </PageHeading>
      <SentAwayNotice />
      {!profile && (
        <Banner kind="warning">Profile information is still loading. Some features may be limited.</Banner>
      )}
      {next ? <NextStepPanel {...next} /> : <Skeleton className="h-96 rounded-card md:h-80" />}
      <FileTiles />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          {!mayManage(role) && (
            <Returns userId={user.id} year={year} papers={papers} station={next?.station} />
          )}
          <RecentActivity createdAt={createdAt} papers={papers} />
          <FileVisits userId={user.id} />
          <ReferralBanner />
        </div>
        <div className="grid grid-cols-1 gap-6">
          {/* The key: whether a form was open is known only once the profile is. */}
          <AccountDetails key={profile?.user_id ?? ''} profile={profile} email={user.email ?? ''} />
          <Security />
        </div>
      </div>
      <p className="text-muted">
        Questions? Read{' '}
        <SmartLink to="/upload" className="link">
          how uploading works
        </SmartLink>{' '}
        or{' '}
        <SmartLink to="/contact-us" className="link">
          write to us
        </SmartLink>
        .
      </p>
    </div>
  );
}

/** Why someone who asked for the staff area ended up here. */
function SentAwayNotice() {
  const isShown = wasSentAway(useHistoryState());
  const navigate = useNavigate();
  if (!isShown) return null;
  return (
    <Banner
      kind="warning"
      title={accessDenied.title}
      announce
      actions={
        <Button variant="secondary" onPress={() => void navigate('.', { replace: true, state: null })}>
          Close
        </Button>
      }
    >
      <p>{accessDenied.text}</p>
      <p>It is for the staff of our office, so we brought you to your account.</p>
    </Banner>
  );
}

function LogoutButton({ signOut }: Pick<ClientSession, 'signOut'>) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<string | null>(null);

  function askFirst(): void {
    const work = unfinishedWork();
    if (work === null) void leave();
    else setAsking(work);
  }

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      // Home first: with the session gone, this page would ask to log in.
      await navigate('/');
    } finally {
      await signOut();
    }
  }

  return (
    <>
      <Button variant="secondary" busy={busy} icon={<LogOut size={18} aria-hidden />} onPress={askFirst}>
        Logout
      </Button>
      {asking !== null && (
        <LogOutQuestion
          work={asking}
          onStay={() => setAsking(null)}
          onLeave={() => {
            setAsking(null);
            void leave();
          }}
        />
      )}
    </>
  );
}
