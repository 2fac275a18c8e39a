import type { AuthError } from '@supabase/supabase-js';
import { bareAuth } from '#app/shared/session/bare-auth.ts';
import { rememberFlow } from '../entry/begun-flow.ts';

/**
 * Asks for the email that lets its reader choose a new password. Without PKCE: the email may be read on the phone,
 * and its link must work there.
 */
export async function sendRecoveryMail(email: string): Promise<AuthError | null> {
  const redirectTo = `${window.location.origin}/reset-password`;
  const { error } = await bareAuth().resetPasswordForEmail(email, { redirectTo });
  if (!error) rememberFlow('recovery', email);
  return error;
}
