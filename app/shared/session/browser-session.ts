import { authSession } from '../api/auth-session.ts';
import { gate } from '../api/gate.ts';
import { announceUserChange } from '../api/user-change.ts';
import { loadOnline } from '../browser/load-online.ts';
import { keptWork } from '../drafts/kept-work.ts';
import { storedText } from '../drafts/stored-value.ts';
import { recordSession } from './record-session.ts';
import { createSessionStore } from './session-store.ts';
import { lastProfile } from './stored/last-seen.ts';

/** Outlives the pages: after a visit to a public page, the session doesn't have to be read again. */
export const browserSession = createSessionStore({
  session: authSession,
  lastProfile,
  // Pages before the login show no data, and load without what asks for it.
  loadProfile: async (userId) => (await loadOnline(() => import('./fetch-profile.ts'))).fetchProfile(userId),
  recordSession,
  loggedOut: storedText('local', 'nutmeg.logged-out'),
  kept: keptWork,
  gate,
  onUserChange: announceUserChange,
  warn: (message, error) => console.warn(message, error),
});
