import { queryClient } from '../api/query-client.tsx';
import { loadOnline } from '../browser/load-online.ts';
import { keptWork } from '../drafts/kept-work.ts';
import { storedText } from '../drafts/stored-value.ts';
import { loadedAuth, onClientLoaded } from './client-signal.ts';
import { fetchProfile } from './fetch-profile.ts';
import { lazyAuth } from './lazy-auth.ts';
import { recordSession } from './record-session.ts';
import { screenServed } from './screen-served.ts';
import { createSessionStore } from './session-store.ts';
import { keepLastSeen, restoreLastSeen } from './stored/last-seen.ts';
import { revokeSession } from './stored/revoke-session.ts';
import { forgetSession, freshSession, isSessionStored, onSessionChanged } from './stored/stored-session.ts';
import { announceUserChange } from './user-change.ts';
import { gate } from './wire/gate.ts';

let onProfileAnswered = () => {};
const profileAnswered = new Promise<void>((resolve) => {
  onProfileAnswered = resolve;
});

/** Outlives the pages: after a visit to a public page, the session doesn't have to be read again. */
export const store = createSessionStore({
  auth: lazyAuth({
    stored: freshSession,
    isStored: isSessionStored,
    forget: forgetSession,
    revoke: revokeSession,
    onStored: onSessionChanged,
    loaded: loadedAuth,
    load: async () => (await loadOnline(() => import('../api/supabase.ts'))).supabase.auth,
    onLoaded: onClientLoaded,
    screenIsServed: profileAnswered.then(() => screenServed(queryClient)),
    warn: (message, error) => console.warn(message, error),
  }),
  lastProfile: (userId) => restoreLastSeen(queryClient, userId),
  loadProfile: (userId) => fetchProfile(userId).finally(() => onProfileAnswered()),
  recordSession,
  loggedOut: storedText('local', 'nutmeg.logged-out'),
  kept: keptWork,
  gate,
  onUserChange: () => {
    queryClient.clear();
    announceUserChange();
  },
  warn: (message, error) => console.warn(message, error),
});

function keep(): void {
  const { user, profile } = store.read();
  if (user) keepLastSeen(queryClient, user.id, profile);
}
store.subscribe(keep);
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.meta?.keeps && query.state.status === 'success') keep();
});
