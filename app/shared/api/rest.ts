import { publishableKey } from '#app/env.ts';
import type { Database } from '#contract/generated/database.ts';
import { announceRefusal } from '../session/clients/refusals.ts';
import { ownFetch } from './own-fetch.ts';
import { requestHeaders } from './request-headers.ts';
import { createRestClient } from './rest-client.ts';

/** On the server, no call is ever made. */
const origin = typeof window === 'undefined' ? 'http://localhost' : window.location.origin;

/**
 * The tables and functions of the API, as the signed-in person. The same as those of supabase-js, without that
 * library: it is larger than a page, and loads after it.
 */
export const rest = createRestClient<Database>(`${origin}/rest/v1`, {
  headers: { apikey: publishableKey, ...requestHeaders() },
  fetch: async (url, init) => {
    const response = await ownFetch(url, init);
    if (response.status === 403) announceRefusal();
    return response;
  },
});
