import { createClient } from '@supabase/supabase-js';
import { publishableKey, siteUrl } from '#app/env.ts';
import type { Database } from '#contract/generated/database.ts';

const inBrowser = typeof window !== 'undefined';

/**
 * The API, on the page's own origin. Links from mails are handled by the page that they lead to (confirm-email),
 * which can say what went wrong, and not by the library when it starts.
 * The build renders public pages without a browser: there the client is made, but never calls anything.
 */
export const supabase = createClient<Database>(inBrowser ? window.location.origin : siteUrl, publishableKey, {
  auth: {
    flowType: 'pkce',
    detectSessionInUrl: false,
    persistSession: inBrowser,
    autoRefreshToken: inBrowser,
    skipAutoInitialize: !inBrowser,
    experimental: { recoveryCodes: true },
  },
});

export type Supabase = typeof supabase;
