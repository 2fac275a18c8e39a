import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { FileTiles, RecentActivity } from '#app/account/dashboard/cards.tsx';
import { NextStepPanel, useNextStep } from '#app/account/dashboard/next-step-panel.tsx';
import { sentDocumentsQuery } from '#app/documents/sent-documents.ts';
import { Returns } from '#app/returns/client/returns.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { type ClientSession, useSession } from '#app/shared/session/session.tsx';
import { LogOutButton } from '#app/shared/shell/log-out-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { may } from '#domain/clients/membership.ts';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/account', {
  title: msg`Your account`,
  description: msg`Your account.`,
});

type Parts = typeof import('./account-parts.tsx');
/** What the first screen doesn't need, in one file. */
const part = <Props extends object>(pick: (parts: Parts) => ComponentType<Props>, waiting?: ReactNode) =>
  onDemand(async () => pick(await import('./account-parts.tsx')), waiting, 'after');
const Notices = part((parts) => parts.Notices);
const MessagesLink = part((parts) => parts.MessagesLink, <Skeleton className="h-20 rounded-card" />);
const AccountRecords = part((parts) => parts.AccountRecords, <Skeleton className="h-40 rounded-card" />);
const SettingsColumn = part((parts) => parts.SettingsColumn, <Skeleton className="h-96 rounded-card" />);
const Bills = part((parts) => parts.Bills);
const Questions = part((parts) => parts.Questions);
const OthersStep = part((parts) => parts.OthersStep);

export default function AccountPage() {
  const session = useSession();
  return session.user && <Dashboard session={session} user={session.user} />;
}

function Dashboard({ session, user }: { session: ClientSession; user: NonNullable<ClientSession['user']> }) {
  const { profile, role } = session;
  const client = useCurrentClient();
  const { clientId, isOwn, name } = client;
  const isStaff = mayManage(role) && isOwn;
  const { data: sent } = useQuery(sentDocumentsQuery(clientId));
  const year = useOfficeYear();
  const next = useNextStep(clientId, isOwn ? role : '', year, sent?.count ?? 0);
  const { t } = useLingui();
  const createdAt = profile?.created_at ?? user.created_at;
  return (
    <div className="page flex flex-col gap-6 py-8 md:py-12">
      <PageHeading actions={<LogOutButton />}>
        {!isOwn
          ? t`Account of ${name}`
          : profile?.first_name
            ? t`Welcome, ${{ name: profile.first_name }}`
            : t`Welcome`}
      </PageHeading>
      {isOwn && !profile && (
        <Banner kind="warning">
          <Trans>Profile information is still loading. Some features may be limited.</Trans>
        </Banner>
      )}
      <Notices userId={user.id} client={client} isStaff={mayManage(role)} />
      {!next ? (
        <Skeleton className="h-96 rounded-card md:h-80" />
      ) : isOwn ? (
        <NextStepPanel {...next} />
      ) : (
        <OthersStep
          {...next}
          action={next.action}
          client={client}
          year={year}
          panel={(step, kicker) => <NextStepPanel {...next} step={step} kicker={kicker} />}
        />
      )}
      {!isStaff && client.lastYear === null && <Bills clientId={clientId} />}
      <MessagesLink clientId={clientId} />
      <FileTiles />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          {!isStaff && (
            <Returns
              userId={clientId}
              year={year}
              mayApprove={may(client, 'sign')}
              isOwn={isOwn}
              sent={sent}
              station={next?.station}
            />
          )}
          <RecentActivity createdAt={isOwn ? createdAt : null} sent={sent} />
          <AccountRecords userId={user.id} client={client} />
        </div>
        <SettingsColumn user={user} profile={profile} client={client} isStaff={isStaff} />
      </div>
      <Questions />
    </div>
  );
}
