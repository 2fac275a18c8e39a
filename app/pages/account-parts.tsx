// What the account page shows after its first screen, in one file: for a client, and for a person who helps one.
import { Trans } from '@lingui/react/macro';
import { PeopleWithAccess } from '#app/account/clients/people-with-access.tsx';
import { AccountSettings } from '#app/account/dashboard/account-settings.tsx';
import {
  AccessNotice,
  InvitationNotice,
  ReferralBanner,
  SentAwayNotice,
} from '#app/account/dashboard/notices.tsx';
import { StaffAccess } from '#app/documents/history/staff-access.tsx';
import { RemindersCard } from '#app/reminders/client/reminders-card.tsx';
import type { ClientSession } from '#app/shared/session/session.tsx';
import { ToSign } from '#app/signing/client/to-sign.tsx';
import { MyConsents } from '#app/signing/consents/my-consents.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { type Client, may } from '#domain/clients/membership.ts';

export { OthersStep } from '#app/account/dashboard/others-step.tsx';
export { Bills } from '#app/billing/client/bills.tsx';
export { MessagesLink } from '#app/conversation/client/messages-link.tsx';

interface NoticesProps {
  userId: string;
  client: Client;
  isStaff: boolean;
}

/** Above the next step. */
export function Notices({ userId, client, isStaff }: NoticesProps) {
  const { clientId, isOwn } = client;
  return (
    <>
      <SentAwayNotice />
      {!isStaff && (
        <>
          {isOwn && <InvitationNotice />}
          {may(client, 'sign') && <ToSign userId={userId} clientId={clientId} />}
          {may(client, 'manage') && <AccessNotice userId={userId} clientId={clientId} />}
        </>
      )}
    </>
  );
}

/** The end of the left column. */
export function AccountRecords({ userId, client }: Pick<NoticesProps, 'userId' | 'client'>) {
  const { clientId, isOwn } = client;
  return (
    <>
      <MyConsents userId={userId} clientId={clientId} isOwn={isOwn} />
      <StaffAccess userId={clientId} isOwn={isOwn} />
      {isOwn && <ReferralBanner />}
    </>
  );
}

interface SettingsColumnProps {
  user: NonNullable<ClientSession['user']>;
  profile: ClientSession['profile'];
  client: Client;
  /** Of the office, on their own page. */
  isStaff: boolean;
}

/** The right column: the person's own settings, or who has access to the client that they help. */
export function SettingsColumn({ user, profile, client, isStaff }: SettingsColumnProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {client.isOwn ? (
        <>
          <AccountSettings userId={user.id} profile={profile} email={user.email ?? ''} />
          {!isStaff && (
            <RemindersCard userId={user.id} clientId={client.clientId} phone={profile?.phone ?? ''} />
          )}
        </>
      ) : (
        <PeopleWithAccess client={client} />
      )}
    </div>
  );
}

export function Questions() {
  return (
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
  );
}
