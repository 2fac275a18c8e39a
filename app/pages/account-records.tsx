import { StaffAccess } from '#app/documents/history/staff-access.tsx';
import { MyConsents } from '#app/signing/consents/my-consents.tsx';

interface AccountRecordsProps {
  userId: string;
  clientId: string;
  isOwn: boolean;
}

/** What was agreed to, and who looked at files. One script for both: /account is at its limit. */
export function AccountRecords({ userId, clientId, isOwn }: AccountRecordsProps) {
  return (
    <>
      <MyConsents userId={userId} clientId={clientId} isOwn={isOwn} />
      <StaffAccess userId={clientId} isOwn={isOwn} />
    </>
  );
}
