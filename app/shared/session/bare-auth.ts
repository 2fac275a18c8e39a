import { AuthClient } from '@supabase/supabase-js';
import { publishableKey } from '#app/env.ts';

/**
 * The auth service with no session of its own, and without PKCE, whose secret would be kept in this browser. For
 * calls that must not affect the person who is logged in here.
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
