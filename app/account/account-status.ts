import { supabase } from '#app/client/supabase.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';

/** What the office knows of an address that somebody types at the door. */
export interface AccountStatus {
  profile_exists: boolean;
  profile_confirmed: boolean;
  is_legacy: boolean;
}

/** Null where it can't be told. The pass is that of the login or sign-up in hand; it may be spent already. */
export async function accountStatus(email: string, pass: string): Promise<AccountStatus | null> {
  const { data, error } = await supabase
    .rpc('check_user_login_status', { user_email: email.trim().toLowerCase() })
    .setHeader(CAPTCHA_PASS_HEADER, pass);
  if (error) console.warn('The status of the account could not be asked', error);
  return data?.[0] ?? null;
}
