import type { Session } from '@supabase/supabase-js';
import { publishableKey } from '#app/env.ts';

/** Ends the session at the server, also if the page is left meanwhile. Throws without a connection. */
export async function revokeSession({ access_token: token }: Session): Promise<void> {
  await fetch(`${window.location.origin}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    keepalive: true,
  });
}
