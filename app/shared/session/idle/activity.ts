/**
 * When the person last did something, in any tab of this browser. It lies beside the session, so that a browser
 * that was closed and opened again knows how long nobody was there.
 */
const key = 'nutmeg.last-activity';
/** Not every key press is worth a write. */
const grainMs = 5000;

/** In milliseconds since 1970; null before the first. */
export function lastActivity(): number | null {
  try {
    const raw = localStorage.getItem(key);
    const time = raw === null ? Number.NaN : Number(raw);
    return Number.isFinite(time) ? time : null;
  } catch {
    // A browser that refuses storage keeps no session either.
    return null;
  }
}

export function noteActivity(): void {
  const now = Date.now();
  const last = lastActivity();
  if (last !== null && last <= now && now - last < grainMs) return;
  try {
    localStorage.setItem(key, String(now));
  } catch {
    // See above.
  }
}

/** With the session: the next one begins anew. */
export function forgetActivity(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}

export function isActivityKey(name: string | null): boolean {
  return name === key || name === null;
}

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/** Notes what the person does until the returned function is called. */
export function trackActivity(): () => void {
  const options = { capture: true, passive: true };
  for (const sign of signs) window.addEventListener(sign, noteActivity, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, noteActivity, options);
  };
}
