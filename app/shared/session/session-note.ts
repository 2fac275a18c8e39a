import { clearActivity } from './idle/activity.ts';
import { type SessionHint, writeSessionHint } from './session-hint.ts';

/** Who is signed in, for what must know it without asking the library. */
export function noteSession(hint: SessionHint | null): void {
  writeSessionHint(hint);
  if (hint === null) clearActivity();
}
