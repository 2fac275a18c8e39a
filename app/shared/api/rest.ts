import { PostgrestClient } from '@supabase/postgrest-js';
import { publishableKey } from '#app/env.ts';
import type { Database } from '#contract/generated/database.ts';
import { accessToken } from './current-session.ts';
import { requestHeaders } from './request-headers.ts';

/** On the server, no call is ever made. */
const origin = typeof window === 'undefined' ? 'http://localhost' : window.location.origin;

/**
 * The tables and functions of the API, as the signed-in person. The same as those of supabase-js, without the rest of
 * that library: it is larger than a page, and loads after it.
 */
export const rest = new PostgrestClient<Database>(`${origin}/rest/v1`, {
  headers: { apikey: publishableKey, ...requestHeaders() },
  fetch: async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${(await accessToken()) ?? publishableKey}`);
    return fetch(input, { ...init, headers });
  },
});
