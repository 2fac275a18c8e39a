import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileTiles, RecentActivity, ReferralBanner, SentAwayNotice } from '#app/account/dashboard/cards.tsx';
import { LogOutButton } from '#app/account/dashboard/log-out-button.tsx';
import { NextStepPanel } from '#app/account/dashboard/next-step-panel.tsx';
import { useNextStep } from '#app/account/dashboard/use-next-step.ts';
import { sentDocumentsQuery } from '#app/documents/queries.ts';
import { Returns } from '#app/returns/client/returns.tsx';
import { onDemand } from '#app/shared/browser/on-demand.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { type ClientSession, useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

export const meta = pageMeta(() => ({
  title: msg`Your account`,
  description: msg`Your account.`,
  path: '/account',
  index: false,
}));

const StaffAccess = onDemand(
  async () => (await import('#app/documents/history/staff-access.tsx')).StaffAccess,
  <Skeleton className="h-40 rounded-card" />,
);
const AccountSettings = onDemand(
  async () => (await import('#app/account/dashboard/account-settings.tsx')).AccountSettings,
  <Skeleton className="h-96 rounded-card" />,
);

export default function AccountPage() {
  const session = useSession();
  return session.user && <Dashboard session={session} user={session.user} />;
}

function Dashboard({ session, user }: { session: ClientSession; user: NonNullable<ClientSession['user']> }) {
  const { profile, role } = session;
  const { data: sent } = useQuery(sentDocumentsQuery(user.id));
  const year = useOfficeYear();
  const next = useNextStep(user.id, role, year, sent?.count ?? 0);
  const { t } = useLingui();
  const createdAt = profile?.created_at ?? user.created_at;
  return (
    <div className="page flex flex-col gap-6 py-8 md:py-12">
      <PageHeading actions={<LogOutButton />}>
        {profile?.first_name ? t`Welcome, ${{ name: profile.first_name }}` : t`Welcome`}
      </PageHeading>
      <SentAwayNotice />
      {!profile && (
        <Banner kind="warning">
          <Trans>Profile information is still loading. Some features may be limited.</Trans>
        </Banner>
      )}
      {next ? <NextStepPanel {...next} /> : <Skeleton className="h-96 rounded-card md:h-80" />}
      <FileTiles />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          {!mayManage(role) && <Returns userId={user.id} year={year} sent={sent} station={next?.station} />}
          <RecentActivity createdAt={createdAt} sent={sent} />
          <StaffAccess userId={user.id} />
          <ReferralBanner />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <AccountSettings userId={user.id} profile={profile} email={user.email ?? ''} />
        </div>
      </div>
      <p className="text-muted">
        <Trans>
          Questions? Read{' '}
          <SmartLink to="/upload" className="link">
            how uploading works
          </SmartLink>{' '}
          or{' '}
          <SmartLink to="/contact-us" className="link">
            write to us
          </SmartLink>
          .
        </Trans>
      </p>
    </div>
  );
}
