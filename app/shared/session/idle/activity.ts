import { storedJson } from '#app/shared/drafts/stored-value.ts';

const key = 'nutmeg.last-activity';
/**
 * When the person last did something, in any tab of this browser. Stored beside the session, so that a browser that
 * was closed and opened again knows how long the person was away.
 */
const stored = storedJson('local', key, (value) => (typeof value === 'number' ? value : null));
/** Not every key press is worth a write. */
const WRITE_INTERVAL_MS = 5000;

/** In milliseconds since 1970; null before the first. */
export const lastActivity = stored.read;

export function recordActivity(): void {
  const now = Date.now();
  const last = lastActivity();
  if (last !== null && last <= now && now - last < WRITE_INTERVAL_MS) return;
  stored.save(now);
}

/** Called when the session ends. */
export const clearActivity = stored.clear;

export function isActivityKey(name: string | null): boolean {
  return name === key || name === null;
}

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/** Records activity until the returned function is called. */
export function trackActivity(): () => void {
  const options = { capture: true, passive: true };
  for (const event of activityEvents) window.addEventListener(event, recordActivity, options);
  return () => {
    for (const event of activityEvents) window.removeEventListener(event, recordActivity, options);
  };
}
