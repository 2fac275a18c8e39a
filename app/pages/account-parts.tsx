// What the account page shows after its first screen, in one file: for a client, and for a person who helps one.
import { ReferralBanner } from '#app/account/dashboard/referral-banner.tsx';
import { StaffAccess } from '#app/documents/history/staff-access.tsx';
import { MyConsents } from '#app/signing/consents/my-consents.tsx';

export { AccessNotice } from '#app/account/clients/access-notice.tsx';
export { PeopleWithAccess } from '#app/account/clients/people-with-access.tsx';
export { AccountSettings } from '#app/account/dashboard/account-settings.tsx';
export { InvitationNotice } from '#app/account/dashboard/invitation-notice.tsx';
export { OthersStep } from '#app/account/dashboard/others-step.tsx';
export { SentAwayNotice } from '#app/account/dashboard/sent-away-notice.tsx';
export { Bills } from '#app/billing/client/bills.tsx';
export { MessagesLink } from '#app/conversation/client/messages-link.tsx';
export { RemindersCard } from '#app/reminders/client/reminders-card.tsx';
export { ToSign } from '#app/signing/client/to-sign.tsx';

interface AccountRecordsProps {
  userId: string;
  clientId: string;
  isOwn: boolean;
}

/** The end of the left column. */
export function AccountRecords({ userId, clientId, isOwn }: AccountRecordsProps) {
  return (
    <>
      <MyConsents userId={userId} clientId={clientId} isOwn={isOwn} />
      <StaffAccess userId={clientId} isOwn={isOwn} />
      {isOwn && <ReferralBanner />}
    </>
  );
}
