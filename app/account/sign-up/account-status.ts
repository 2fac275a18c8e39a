import { callApi } from '#app/shared/api/api.ts';

export interface AccountStatus {
  profile_exists: boolean;
  profile_confirmed: boolean;
  is_legacy: boolean;
}

/** Null if it can't be loaded. `pass` is the captcha pass of the login or sign-up, even if it was used already. */
export async function accountStatus(email: string, pass: string): Promise<AccountStatus | null> {
  const body = { user_email: email.trim().toLowerCase() };
  const path = '/rest/v1/rpc/check_user_login_status';
  return callApi<AccountStatus[] | null>(path, { method: 'POST', body, pass }).then(
    (found) => found?.[0] ?? null,
    (error: unknown) => {
      console.warn('The status of the account could not be loaded', error);
      return null;
    },
  );
}
