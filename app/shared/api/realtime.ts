import { RealtimeClient } from '@supabase/realtime-js';
import { publishableKey } from '#app/env.ts';
import { authSession } from './auth-session.ts';

export { subscribeToChanges } from './live-changes.ts';

/** The live channels of this page, as the signed-in person. */
export const realtime = new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
  params: { apikey: publishableKey },
  accessToken: async () => (await authSession.current())?.access_token ?? publishableKey,
});

// The open socket gets each new token.
authSession.subscribe(() => {
  realtime.setAuth().catch((error: unknown) => console.warn('The live channel has no new token', error));
});
