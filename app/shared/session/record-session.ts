import { clearActivity } from './idle/activity.ts';
import { type SessionHint, writeSessionHint } from './session-hint.ts';
import { forgetLastSeen } from './stored/last-seen.ts';

/** Records who is signed in, for code that doesn't load the auth library. */
export function recordSession(hint: SessionHint | null): void {
  writeSessionHint(hint);
  if (hint !== null) return;
  clearActivity();
  forgetLastSeen();
}
