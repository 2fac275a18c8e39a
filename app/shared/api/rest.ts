import { publishableKey } from '#app/env.ts';
import type { Database } from '#contract/generated/database.ts';
import { timeZoneHeader } from './api.ts';
import { ownFetch } from './own-fetch.ts';
import { announceRefusal } from './refusals.ts';
import { createRestClient } from './rest-client.ts';

const inBrowser = typeof window !== 'undefined';
/** On the server, no call is ever made. */
const origin = inBrowser ? window.location.origin : 'http://localhost';

/** The tables and functions of the API, as the signed-in person. */
export const rest = createRestClient<Database>(`${origin}/rest/v1`, {
  headers: { apikey: publishableKey, ...(inBrowser && timeZoneHeader()) },
  fetch: async (url, init) => {
    const response = await ownFetch(url, init);
    if (response.status === 403) announceRefusal();
    return response;
  },
});
