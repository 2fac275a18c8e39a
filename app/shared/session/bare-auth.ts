import { AuthClient } from '@supabase/supabase-js';
import { publishableKey } from '#app/env.ts';

/**
 * An auth client without a session, for calls that must not affect the signed-in person. Without PKCE, because that
 * would store a secret in this browser.
 */
export function bareAuth(): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: 'nutmeg.bare',
    flowType: 'implicit',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
  });
}
