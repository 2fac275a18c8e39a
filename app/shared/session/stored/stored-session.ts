import type { Session } from '@supabase/supabase-js';
import { asRecord, isStorageKept, storedJson, storedText } from '#app/shared/drafts/stored-value.ts';

/** The auth library renews a token that expires sooner. */
const RENEW_MS = 90_000;

/** The storage key of the auth library's session. It is the library's default, fixed here to be known without it. */
export function sessionKeyOf(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`;
}

/** Whether someone may be signed in. A browser that refuses storage has no session. */
export function isSessionStored(): boolean {
  return storedText('local', sessionKeyOf(window.location.hostname)).read() !== null;
}

/** The session that the auth library stored, with its token, its end, and its user. */
export function storedSession(): Session | null {
  return storedJson('local', sessionKeyOf(window.location.hostname), (value) => {
    const { access_token: token, expires_at: expires, user } = asRecord(value) ?? {};
    const isWhole =
      typeof token === 'string' && typeof expires === 'number' && typeof asRecord(user)?.id === 'string';
    return isWhole ? (value as Session) : null;
  }).read();
}

/** The stored session, if its access token needs no renewal. */
export function freshSession(now = Date.now()): Session | null {
  const session = storedSession();
  return session && Number(session.expires_at) * 1000 - now > RENEW_MS ? session : null;
}

export function forgetSession(): void {
  storedText('local', sessionKeyOf(window.location.hostname)).clear();
}

/**
 * Calls the listener when another tab stores or removes a session, or may have done so: a page that sleeps, or waits in
 * the browser's cache of pages, gets no event.
 */
export function onSessionChanged(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Null: everything was removed.
    if (key === null || key === sessionKeyOf(window.location.hostname)) listener();
  });
  // If nothing is kept, the session is in this page only.
  const look = () => isStorageKept('local') && listener();
  window.addEventListener('pageshow', ({ persisted }) => persisted && look());
  document.addEventListener('visibilitychange', () => document.hidden || look());
}

/** Calls the listener when another tab stores a session. */
export function onSessionStored(listener: () => void): void {
  onSessionChanged(() => {
    if (isSessionStored()) listener();
  });
}
