import { AuthClient, type AuthError } from '@supabase/supabase-js';
import { publishableKey } from '#app/env.ts';

/**
 * Asks for the mail that lets its reader choose a new password. Without PKCE, whose secret lies in this browser:
 * the mail may well be read on the phone, and its link must work there.
 */
export async function sendRecoveryMail(email: string): Promise<AuthError | null> {
  const { origin } = window.location;
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: 'nutmeg.recovery',
    flowType: 'implicit',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
  });
  return (await auth.resetPasswordForEmail(email, { redirectTo: `${origin}/reset-password` })).error;
}
