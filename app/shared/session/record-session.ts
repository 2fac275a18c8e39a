import { clearActivity } from './idle/activity.ts';
import { readSessionHint, type SessionHint, writeSessionHint } from './session-hint.ts';
import { storedJoinCode } from './stored/join-code.ts';
import { forgetLastSeen } from './stored/last-seen.ts';

/** Records who is signed in, for pages that don't load the session. */
export function recordSession(hint: SessionHint | null): void {
  const wasSignedIn = readSessionHint() !== null;
  writeSessionHint(hint);
  if (hint !== null) return;
  // A visitor keeps it, until they have signed up.
  if (wasSignedIn) storedJoinCode.clear();
  clearActivity();
  forgetLastSeen();
}
