import { ReferralBanner } from '#app/account/dashboard/referral-banner.tsx';
import { StaffAccess } from '#app/documents/history/staff-access.tsx';
import { MyConsents } from '#app/signing/consents/my-consents.tsx';

interface AccountRecordsProps {
  userId: string;
  clientId: string;
  isOwn: boolean;
}

/** The end of the left column. One script for all of it: /account is at its limit. */
export function AccountRecords({ userId, clientId, isOwn }: AccountRecordsProps) {
  return (
    <>
      <MyConsents userId={userId} clientId={clientId} isOwn={isOwn} />
      <StaffAccess userId={clientId} isOwn={isOwn} />
      {isOwn && <ReferralBanner />}
    </>
  );
}
