import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import type { Profile } from '#app/shared/session/session.tsx';
import { PeopleWithAccess } from '../clients/people-with-access.tsx';
import { LanguageChoice } from '../language/language-choice.tsx';
import { Security } from '../security/security.tsx';
import { AccountDetails } from './account-details.tsx';

export interface AccountSettingsProps {
  userId: string;
  profile: Profile | null;
  email: string;
}

/** What the person can change about their account. */
export function AccountSettings({ userId, profile, email }: AccountSettingsProps) {
  return (
    <>
      {/* The key: AccountDetails looks for a draft when it mounts, and needs the profile for that. */}
      <AccountDetails key={profile?.user_id ?? ''} profile={profile} email={email} />
      <LanguageChoice userId={userId} />
      <Security />
      <PeopleWithAccess client={useCurrentClient()} />
    </>
  );
}
