import { createClient } from '@supabase/supabase-js';
import { publishableKey } from '#app/env.ts';
import type { Database } from '#contract/generated/database.ts';
import { announceClient } from '../session/client-signal.ts';
import { sessionKeyOf } from '../session/stored/stored-session.ts';
import { libraryFetch } from '../session/wire/library-fetch.ts';
import { createMailRequests } from '../session/wire/mail-requests.ts';
import { requestHeaders } from './request-headers.ts';

export { subscribeToChanges } from './live-changes.ts';

const inBrowser = typeof window !== 'undefined';

/** On the server, no call is ever made. */
const origin = inBrowser ? window.location.origin : 'http://localhost';

/**
 * The client of the API, on the page's own origin. Links from emails are handled by the page that they open
 * (confirm-email), which can show what went wrong, not by the library when it starts.
 * The server renders pages too: there the client is created but never calls anything.
 */
export const supabase = createClient<Database>(origin, publishableKey, {
  auth: {
    storageKey: sessionKeyOf(new URL(origin).hostname),
    flowType: 'pkce',
    detectSessionInUrl: false,
    persistSession: inBrowser,
    autoRefreshToken: inBrowser,
    skipAutoInitialize: !inBrowser,
    experimental: { recoveryCodes: true },
  },
  global: { headers: requestHeaders(), fetch: createMailRequests(libraryFetch, () => performance.now()) },
});

if (inBrowser) announceClient(supabase.auth);

export type Supabase = typeof supabase;
