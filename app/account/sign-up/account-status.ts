import { callApi } from '#app/shared/api/public-api.ts';

/** What the office knows of an address that somebody types at the door. */
export interface AccountStatus {
  profile_exists: boolean;
  profile_confirmed: boolean;
  is_legacy: boolean;
}

/** Null where it can't be told. The pass is that of the login or sign-up in hand; it may be spent already. */
export async function accountStatus(email: string, pass: string): Promise<AccountStatus | null> {
  const body = { user_email: email.trim().toLowerCase() };
  const path = '/rest/v1/rpc/check_user_login_status';
  return callApi<AccountStatus[] | null>(path, { method: 'POST', body, pass }).then(
    (found) => found?.[0] ?? null,
    (error: unknown) => {
      console.warn('The status of the account could not be asked', error);
      return null;
    },
  );
}
