import type { Session } from '@supabase/supabase-js';
import { asRecord, type StoredValue, storedJson } from '../drafts/stored-value.ts';

/** The key and the shape of supabase-js: other apps of the office, on the same address, share the session. */
export const sessionKey = () => `sb-${window.location.hostname.split('.')[0]}-auth-token`;

const stored = () =>
  storedJson('local', sessionKey(), (value) => {
    const { access_token: token, expires_at: expires, user } = asRecord(value) ?? {};
    const isWhole =
      typeof token === 'string' && typeof expires === 'number' && typeof asRecord(user)?.id === 'string';
    return isWhole ? (value as Session) : null;
  });

/** For a browser that stores nothing: then the session lasts as long as the page. */
let held: Session | null = null;

/** The session of this browser, with its token, its end by the device's clock, and its user. */
export const storedSession: StoredValue<Session> = {
  read: () => stored().read() ?? held,
  save(session) {
    held = null;
    stored().save(session);
    if (stored().read()?.access_token === session.access_token) return;
    // Refused, or full: an older session must not take its place.
    stored().clear();
    held = session;
  },
  clear() {
    held = null;
    stored().clear();
  },
};

/**
 * Calls the listener when another tab stores or removes a session, or may have done so: a page that sleeps, or waits in
 * the browser's cache of pages, gets no event.
 */
export function onSessionStored(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Null: everything was removed.
    if (key === null || key === sessionKey()) listener();
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && listener());
  document.addEventListener('visibilitychange', () => document.hidden || listener());
}
